/** Reads the next item while the consumer works on the current one. */
export async function* readAhead<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item> {
  let next = items.next();
  try {
    for (;;) {
      const { value, done } = await next;
      if (done) return;
      next = items.next();
      next.catch(() => undefined); // rejects when the consumer asks for it
      yield value;
    }
  } finally {
    // A consumer that stopped early continues only when the source has finished its work.
    await next.catch(() => undefined);
    await items.return(undefined);
  }
}
