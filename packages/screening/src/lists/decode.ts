import { TextDecoder } from 'node:util';
import { ScreeningListError, type Bytes } from '../screening-list.ts';

/** The largest published list has 30 MB. */
const MAXIMUM_BYTES = 300_000_000;

/** Returns the text of a file in pieces. Reads the rest of a file after invalid UTF-8 as Windows-1252. */
export async function* decoded(bytes: Bytes): AsyncGenerator<string> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const windows1252 = new TextDecoder('windows-1252');
  let isUtf8 = true;
  let size = 0;
  for await (const piece of bytes) {
    size += piece.length;
    if (size > MAXIMUM_BYTES) throw new ScreeningListError(`The file is larger than ${MAXIMUM_BYTES / 1_000_000} MB.`);
    if (isUtf8) {
      const text = decodeOr(utf8, piece);
      if (text !== null) {
        yield text;
        continue;
      }
      isUtf8 = false;
    }
    yield windows1252.decode(piece, { stream: true });
  }
  if (size === 0) throw new ScreeningListError('The file is empty.');
}

function decodeOr(decoder: TextDecoder, piece: Uint8Array): string | null {
  try {
    return decoder.decode(piece, { stream: true });
  } catch {
    return null;
  }
}
