/** Do something when the page has nothing more pressing to do; gives the way to leave it. With a time in milliseconds, then at the latest. */
export function whenIdle(then: () => void, timeout = 0): () => void {
  // Not every browser says when it is idle.
  if (!("requestIdleCallback" in globalThis)) {
    const timer = setTimeout(then, 60);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(then, { timeout });
  return () => cancelIdleCallback(asked);
}

/** Do something once what is drawn now has been seen; gives the way to leave it. */
export function afterFrame(then: () => void): () => void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    then();
  };
  const asked = requestAnimationFrame(() => port2.postMessage(null));
  return () => {
    cancelAnimationFrame(asked);
    port1.close();
  };
}
