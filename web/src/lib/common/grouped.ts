/** The entries by what they have in common, in the order in which it first comes. */
export function grouped<T, K>(entries: readonly T[], by: (entry: T) => K): [K, T[]][] {
  const found = new Map<K, T[]>();
  for (const entry of entries) {
    const group = found.get(by(entry));
    if (group) group.push(entry);
    else found.set(by(entry), [entry]);
  }
  return [...found];
}
