/** Reads the body of an answer from outside. Throws if it has more than `maxBytes`. */
export async function readBounded({ body }: Response, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.length;
    if (length > maxBytes) throw new Error(`it answers more than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
