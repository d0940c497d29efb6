export const lineFeed = 10;

/** Regroups chunks so that each ends with a line feed. A document is one line of many chunks, joined only once. */
export async function* wholeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  const partial: Buffer[] = [];
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(lineFeed) + 1;
    if (end > 0) yield Buffer.concat([...partial.splice(0), chunk.subarray(0, end)]);
    partial.push(chunk.subarray(end));
  }
}
