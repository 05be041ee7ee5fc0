/** The names of all pictures, with spaces between them. */
declare module "virtual:picture-names" {
  const list: string;
  export default list;
}

/** The page of the documentation about writing cards, as HTML. */
declare module "virtual:card-language" {
  const html: string;
  export default html;
}
