/** A message of PostgreSQL's protocol, unchanged. The first message from a client has no type. */
export type Message = { readonly type: string; readonly bytes: Buffer };

/** Splits a stream into messages. Incomplete bytes wait for the next chunk. */
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

/** Builds a message for the server from zero-terminated texts and numbers of two or four bytes. */
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

/** Builds one statement of the extended protocol without the final Sync. */
export const preparedStatement = (sql: string) =>
  Buffer.concat([
    message('P', '', sql, { int16: 0 }),
    message('B', '', '', { int16: 0 }, { int16: 0 }, { int16: 0 }),
    message('E', '', { int32: 0 }),
  ]);

/** Returns the first texts of a message: for Parse the name and the statement, for Bind the portal and the name. */
export function textsOf({ bytes }: Message, count: number): string[] {
  const texts: string[] = [];
  for (let start = 5; texts.length < count;) {
    const end = bytes.indexOf(0, start);
    texts.push(bytes.toString('utf8', start, end));
    start = end + 1;
  }
  return texts;
}
