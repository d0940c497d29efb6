import { expect, test } from 'vitest';
import { decodingOf } from './decode.ts';

/** Decodes bytes that come in pieces of `size`. */
function decoded(bytes: Uint8Array, size: number) {
  const warnings: string[] = [];
  const decoding = decodingOf(bytes, (text) => warnings.push(text));
  let text = '';
  for (let start = 0; start < bytes.length; start += size) text += decoding.decode(bytes.subarray(start, start + size));
  return { text: text + decoding.end(), warnings };
}

const sizes = [1, 2, 3, 7, 1_000];

test.each(sizes)('reads UTF-8 with and without a byte order mark in pieces of %i', (size) => {
  const text = ':86:Müller ß € 𝄞 Ω';
  expect(decoded(Buffer.from(text), size)).toEqual({ text, warnings: [] });
  expect(decoded(Buffer.from(`\ufeff${text}`), size).text.replace(/^\ufeff/, '')).toBe(text);
});

test.each(sizes)('reads undeclared Windows-1252 with a warning, in pieces of %i', (size) => {
  const { text, warnings } = decoded(Buffer.from([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72, 0x20, 0x80, 0xdf]), size);
  expect(text).toBe('Müller €ß');
  expect(warnings).toEqual(['The file is not valid UTF-8. It was read as Windows-1252.']);
});

test.each(sizes)('reads the encoding that XML declares, in pieces of %i', (size) => {
  const bytes = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>Müller</a>', 'latin1');
  expect(decoded(bytes, size)).toEqual({ text: bytes.toString('latin1'), warnings: [] });
});

test('reads UTF-16 with a byte order mark', () => {
  expect(decoded(Buffer.from('\ufeff<a>Müller</a>', 'utf16le'), 3).text.replace(/^\ufeff/, '')).toBe('<a>Müller</a>');
});

test.each(sizes)('reads UTF-16 without a byte order mark, with a warning, in pieces of %i', (size) => {
  const text = '<a>Müller €</a>';
  const read = { text, warnings: ['The file has no byte order mark. It was read as UTF-16.'] };
  expect(decoded(Buffer.from(text, 'utf16le'), size)).toEqual(read);
  expect(decoded(Buffer.from(text, 'utf16le').swap16(), size)).toEqual(read);
});

test.each(['utf-16', 'UTF-16LE', 'utf-16be', 'ISO-10646-UCS-2'])('reads UTF-8 that declares %s', (declared) => {
  const text = `<?xml version="1.0" encoding="${declared}"?><a>Müller</a>`;
  const warning = `The file says that it is in ${declared}, but it is not. It was read as UTF-8.`;
  expect(decoded(Buffer.from(text), 7)).toEqual({ text, warnings: [warning] });
  expect(decoded(Buffer.from(text, 'latin1'), 7).warnings).toEqual([
    warning,
    'The file is not valid UTF-8. It was read as Windows-1252.',
  ]);
});

test('reads a truncated character at the end of the file', () => {
  expect(decoded(Buffer.from([0x61, 0xc3]), 1).text).toBe('aÃ');
});

test('refuses an unknown encoding', () => {
  const bytes = Buffer.from('<?xml version="1.0" encoding="klingon"?><a/>');
  expect(() => decoded(bytes, 100)).toThrow("The file's encoding is unknown: klingon.");
});
