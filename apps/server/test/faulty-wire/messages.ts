/** A message of PostgreSQL's protocol, as it came. The first of a connection, from the client, has no type. */
export type Message = { readonly type: string; readonly bytes: Buffer };

/** Cuts a stream into messages; what is not yet whole waits for the rest. */
export function messageReader({ startsUntyped }: { startsUntyped: boolean }): (chunk: Buffer) => Message[] {
  let rest: Buffer = Buffer.alloc(0);
  let untyped = startsUntyped;
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const messages: Message[] = [];
    for (;;) {
      const typeBytes = untyped ? 0 : 1;
      if (rest.length < typeBytes + 4) return messages;
      const end = typeBytes + rest.readInt32BE(typeBytes);
      if (rest.length < end) return messages;
      messages.push({ type: rest.toString('latin1', 0, typeBytes), bytes: rest.subarray(0, end) });
      rest = rest.subarray(end);
      untyped = false;
    }
  };
}

/** A message for the server, of texts that each end with a zero byte and of numbers of two or four bytes. */
function message(type: string, ...parts: readonly (string | { int16: number } | { int32: number })[]): Buffer {
  const body = Buffer.concat(parts.map(bytesOf));
  const head = Buffer.alloc(5, type, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

function bytesOf(part: string | { int16: number } | { int32: number }): Buffer {
  if (typeof part === 'string') return Buffer.from(`${part}\0`);
  const bytes = Buffer.alloc('int16' in part ? 2 : 4);
  if ('int16' in part) bytes.writeInt16BE(part.int16);
  else bytes.writeInt32BE(part.int32);
  return bytes;
}

export const simpleQuery = (sql: string) => message('Q', sql);

/** One statement of the extended protocol, without the Sync that ends what belongs together. */
export const preparedStatement = (sql: string) =>
  Buffer.concat([
    message('P', '', sql, { int16: 0 }),
    message('B', '', '', { int16: 0 }, { int16: 0 }, { int16: 0 }),
    message('E', '', { int32: 0 }),
  ]);

/** The texts that a message begins with: of Parse the name and the statement, of Bind the portal and the name. */
export function textsOf({ bytes }: Message, count: number): string[] {
  const texts: string[] = [];
  for (let start = 5; texts.length < count;) {
    const end = bytes.indexOf(0, start);
    texts.push(bytes.toString('utf8', start, end));
    start = end + 1;
  }
  return texts;
}
