import { BankFileError } from './bank-file.ts';
import { readBai2 } from './bai2/read-bai2.ts';
import { readMt94x } from './mt940/read-mt94x.ts';
import { readNacha } from './nacha/read-nacha.ts';
import type { FormatReader, Output } from './output.ts';
import { readXml } from './xml/read-xml.ts';

/** Opens a reader. The reader first reports the file with its format to the output. */
export type OpenReader = (file: string, output: Output) => FormatReader;

const formats: readonly { readonly looksLike: RegExp; readonly open: OpenReader }[] = [
  { looksLike: /^\s*</, open: readXml },
  { looksLike: /^\s*01,/, open: readBai2 },
  { looksLike: /^\s*101[ \w]{10}/, open: readNacha },
  { looksLike: /(?:^|[\r\n{}:])[ \t]*:(?:20|25P?|28C?|13D|34F|6[02][FM]|61|940|942):|\{1:F\d\d/, open: readMt94x },
];

/** Recognizes a format by the start of a file. Throws a `BankFileError` for a format that Florin does not read. */
export function detectFormat(first: Uint8Array): { readonly open: OpenReader } {
  const start = asText(first);
  const found = formats.find(({ looksLike }) => looksLike.test(start));
  if (found === undefined)
    throw new BankFileError(
      'The file has no known format. Known are camt.052, 053 and 054, pain.001, pain.002, MT940, MT942, BAI2 and NACHA.',
    );
  return found;
}

/** All formats begin with ASCII characters, in UTF-16 with zero bytes between. */
const asText = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .replaceAll('\0', '')
    .replace(/^\p{Cc}+/u, ''); // SWIFT's frames
