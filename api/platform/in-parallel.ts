/** Runs `work` for every item, at most `limit` at once. Returns the results in the order of the items. */
export async function inParallel<T, R>(
  limit: number,
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const entries = items.entries();
  const workers = Array.from({ length: Math.min(limit, items.length) }, async () => {
    for (const [index, item] of entries) results[index] = await work(item, index);
  });
  await Promise.all(workers);
  return results;
}
