import { TextDecoder } from 'node:util';
import { BankFileError } from './bank-file.ts';

/** Converts bytes to text. The pieces may end within a character. */
export type TextDecoding = { readonly decode: (bytes: Uint8Array) => string; readonly end: () => string };

const encodingsWithMark: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
const named = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/;

/**
 * Chooses the encoding from the first bytes: the byte order mark, the zero bytes of UTF-16, XML's declaration,
 * otherwise UTF-8. Some banks declare UTF-8 but write Windows-1252. So the rest of a text after invalid UTF-8 is read
 * as Windows-1252.
 */
export function decodingOf(first: Uint8Array, warn: (text: string) => void): TextDecoding {
  const mark = encodingsWithMark.find(([, bytes]) => bytes.every((byte, index) => first[index] === byte));
  if (mark) return decodingWith(decoderFor(mark[0]), warn);
  const wide = utf16Of(first);
  if (wide) {
    warn('The file has no byte order mark. It was read as UTF-16.');
    return plain(decoderFor(wide));
  }
  const declared = named.exec(Buffer.from(first.subarray(0, 200)).toString('latin1'))?.[1] ?? 'utf-8';
  const decoder = decoderFor(declared);
  if (!decoder.encoding.startsWith('utf-16')) return decodingWith(decoder, warn);
  // A declaration with one byte per character is not in UTF-16.
  warn(`The file says that it is in ${declared}, but it is not. It was read as UTF-8.`);
  return utf8OrWindows1252(warn);
}

const decodingWith = (decoder: TextDecoder, warn: (text: string) => void): TextDecoding =>
  decoder.encoding === 'utf-8' ? utf8OrWindows1252(warn) : plain(decoder);

/** All formats begin with ASCII characters. In UTF-16 each of these characters has a zero byte. */
function utf16Of(first: Uint8Array): 'utf-16be' | 'utf-16le' | undefined {
  const zeros = Array.from(first.subarray(0, 4), (byte) => (byte === 0 ? '0' : 'x')).join('');
  return zeros === '0x0x' ? 'utf-16be' : zeros === 'x0x0' ? 'utf-16le' : undefined;
}

function decoderFor(name: string): TextDecoder {
  try {
    return new TextDecoder(name);
  } catch {
    throw new BankFileError(`The file's encoding is unknown: ${name}.`);
  }
}

const plain = (decoder: TextDecoder): TextDecoding => ({
  decode: (bytes) => decoder.decode(bytes, { stream: true }),
  end: () => decoder.decode(),
});

function utf8OrWindows1252(warn: (text: string) => void): TextDecoding {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const windows1252 = new TextDecoder('windows-1252');
  let isUtf8 = true;
  let incomplete = new Uint8Array(); // the start of a character whose other bytes are missing so far
  const decode = (bytes: Uint8Array, isLast: boolean): string => {
    if (!isUtf8) return windows1252.decode(bytes, { stream: !isLast });
    const all = incomplete.length === 0 ? bytes : joined(incomplete, bytes);
    const end = isLast ? all.length : all.length - incompleteAtEnd(all);
    try {
      const text = utf8.decode(all.subarray(0, end), { stream: !isLast });
      incomplete = all.slice(end);
      return text;
    } catch {
      isUtf8 = false;
      warn('The file is not valid UTF-8. It was read as Windows-1252.');
      return windows1252.decode(all, { stream: !isLast });
    }
  };
  return { decode: (bytes) => decode(bytes, false), end: () => decode(new Uint8Array(), true) };
}

/** Returns the number of bytes of an incomplete UTF-8 character at the end. */
function incompleteAtEnd(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

function joined(left: Uint8Array, right: Uint8Array): Uint8Array {
  const all = new Uint8Array(left.length + right.length);
  all.set(left);
  all.set(right, left.length);
  return all;
}
