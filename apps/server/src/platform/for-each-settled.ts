/**
 * Runs the work for each item in order and continues after a failure. At the end, throws a single error as it is, or
 * several as an AggregateError. Stops early when the signal aborts.
 */
export async function forEachSettled<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) {
    if (signal?.aborted) break;
    await work(item).catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} of ${items.length} failed`);
  if (errors.length === 1) throw errors[0];
}
