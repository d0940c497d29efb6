/**
 * Does the work for one after another. What fails for one keeps nobody behind it waiting: it is thrown at the end, when
 * all have had their turn. Ends early when the signal says so.
 */
export async function eachApart<T>(
  things: readonly T[],
  work: (thing: T) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  const errors: unknown[] = [];
  for (const thing of things) {
    if (signal?.aborted) break;
    await work(thing).catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} of ${things.length} failed`);
  if (errors.length === 1) throw errors[0];
}
