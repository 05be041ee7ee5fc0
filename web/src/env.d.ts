declare module "virtual:pictures" {
  const address: string;
  export default address;
}
