import { router } from "$lib/router.svelte";

/** Keep what is looked for in the address, so that it can be shared and comes back with the back button. */
export function keepInAddress(values: Record<string, string>): void {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value));
  const address = `${location.pathname}${query.size ? `?${query}` : ""}`;
  if (address !== location.pathname + location.search) router.go(address, true);
}
