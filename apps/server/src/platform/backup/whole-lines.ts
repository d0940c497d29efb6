export const lineFeed = 10;

/** A document is one line of many chunks: each is searched once, and all are joined once. */
export async function* wholeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  const begun: Buffer[] = [];
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(lineFeed) + 1;
    if (end > 0) yield Buffer.concat([...begun.splice(0), chunk.subarray(0, end)]);
    begun.push(chunk.subarray(end));
  }
}
