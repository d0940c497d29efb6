import { expect, test } from 'vitest';
import { account, camt053, entry, statement } from '../test/camt-text.ts';
import { deflated, formsOfZip, stored, streamed } from '../test/zip-files.ts';
import { BankFileError, type BankFileEvent } from './bank-file.ts';
import { checkFile } from './check.ts';
import { BankFileReader, type ReadOptions } from './read.ts';

const camt = (amount: string) => camt053(statement(account + entry(amount)));
const mt940 =
  ':20:X\r\n:25:DE02120300000000202051\r\n:28C:1/1\r\n:60F:C261116EUR100,\r\n' +
  ':61:2611161116C10,NTRFNONREF//B1\r\n:86:166?20Hello\r\n:62F:C261116EUR110,\r\n-\r\n';
const three = { 'monday.xml': camt('1.00'), '2026/11/tuesday.sta': mt940, 'wednesday.xml': camt('3.00') };
const notComplete = 'The ZIP file is damaged or not complete.';

/** Returns the content of a ZIP file, or the reason for its rejection. */
function readZip(bytes: Uint8Array, options?: ReadOptions, size = bytes.length): readonly BankFileEvent[] | string {
  const events: BankFileEvent[] = [];
  const reader = new BankFileReader('a.zip', options);
  const memory = new Uint8Array(size); // which is used again for each piece
  try {
    for (let start = 0; start < bytes.length; start += size) {
      const piece = bytes.subarray(start, start + size);
      memory.set(piece);
      events.push(...reader.write(memory.subarray(0, piece.length)));
    }
    events.push(...reader.end());
    return events;
  } catch (error) {
    if (!(error instanceof BankFileError)) throw error;
    return error.message;
  }
}

test.each(formsOfZip)('reads several statements in a ZIP file that is %s, in pieces of any size', (_, pack) => {
  const zip = pack(three);
  const files = checkFile('a.zip', [zip]);
  expect(files.map(({ file, format, error }) => ({ file, format, error }))).toEqual([
    { file: 'a.zip/monday.xml', format: 'camt.053', error: undefined },
    { file: 'a.zip/2026/11/tuesday.sta', format: 'MT940', error: undefined },
    { file: 'a.zip/wednesday.xml', format: 'camt.053', error: undefined },
  ]);
  expect(files.map(({ statements }) => statements[0]?.lines.map(({ amount }) => amount))).toEqual([
    ['1.00'],
    ['10.00'],
    ['3.00'],
  ]);
  const whole = readZip(zip);
  for (const size of [1, 2, 3, 7, 100, 1_000]) expect(readZip(zip, {}, size)).toEqual(whole);
});

test.each(formsOfZip)('reads a large file in a ZIP file that is %s, with reused memory', (_, pack) => {
  const entries = Array.from({ length: 20_000 }, (_unused, index) => entry(`${(index * 7_919) % 100_003}.25`));
  const large = camt053(statement(account + entries.join('')));
  const amounts = (events: readonly BankFileEvent[] | string) =>
    typeof events === 'string' ? events : events.flatMap((one) => (one.kind === 'line' ? [one.line.amount] : []));
  const plain = readZip(Buffer.from(large));
  expect(amounts(readZip(pack({ 'large.xml': large }), {}, 65_536))).toEqual(amounts(plain));
});

test('skips folders and the files that macOS adds to a ZIP file', () => {
  const zip = deflated({ '2026/': '', '2026/a.xml': camt('1.00'), '__MACOSX/2026/._a.xml': 'binary' });
  expect(checkFile('a.zip', [zip])).toMatchObject([{ file: 'a.zip/2026/a.xml', statements: [{}] }]);
});

test.each([
  ['has a comment', Buffer.concat([withCommentLength(deflated(three), 5), Buffer.from('hello')])],
  ['is followed by zero bytes', Buffer.concat([deflated(three), Buffer.alloc(300)])],
  ['follows its list in another order', withListReversed(three)],
])('reads a ZIP file that %s', (_, zip) => {
  expect(readZip(zip)).toEqual(readZip(stored(three)));
});

test.each(formsOfZip)('names a file in a ZIP file, %s, that is not a bank file', (_, pack) => {
  expect(readZip(pack({ 'monday.xml': camt('1.00'), 'docs/read me.txt': 'Hello' }))).toMatch(
    /^docs\/read me\.txt in the ZIP file: The file has no known format\./,
  );
  expect(readZip(pack({ 'monday.xml': camt('1.00'), 'empty.xml': '' }))).toBe(
    'empty.xml in the ZIP file: The file is empty.',
  );
});

test.each(formsOfZip)('refuses a ZIP file in a ZIP file, %s', (_, pack) => {
  for (const inner of [stored({}), deflated(three)])
    expect(readZip(pack({ 'inner.zip': inner }))).toBe(
      'inner.zip in the ZIP file: A ZIP file within a ZIP file is not read.',
    );
});

test.each([
  ['empty', stored({})],
  ['only of folders', stored({ 'a/': '' })],
])('says that a ZIP file is empty: %s', (_, zip) => {
  expect(readZip(zip)).toBe('The ZIP file has no files.');
});

test('refuses an encrypted ZIP file', () => {
  const zip = Buffer.from(deflated(three));
  zip.writeUInt16LE(1, 6);
  expect(readZip(zip)).toBe('The ZIP file is encrypted. Pack it without a password.');
  const aes = Buffer.from(deflated(three));
  aes.writeUInt16LE(99, 8);
  expect(readZip(aes)).toBe('The ZIP file is encrypted. Pack it without a password.');
});

test('refuses an unknown compression method in a ZIP file, and names the compressed file', () => {
  const zip = Buffer.from(deflated(three));
  zip.writeUInt16LE(12, 8);
  expect(readZip(zip)).toBe('monday.xml in the ZIP file is compressed in a way that is not read.');
});

test.each(formsOfZip)('refuses files whose total size is above the bound: %s', (_, pack) => {
  const part = `<!--${' '.repeat(300_000)}-->${camt('1.00')}`;
  const zip = pack({ 'a.xml': part, 'b.xml': part, 'c.xml': part, 'd.xml': part });
  expect(readZip(zip, { maximumBytes: 1_000_000 })).toBe('The file is larger than 1 MB.');
  expect(readZip(zip, { maximumBytes: 2_000_000 })).toHaveLength(12);
});

test('unpacks a ZIP bomb only as far as the bound', () => {
  const bomb = deflated({ 'bomb.xml': Buffer.concat([Buffer.from(camt('1.00')), Buffer.alloc(100_000_000, ' ')]) });
  expect(bomb.length).toBeLessThan(300_000);
  const before = process.memoryUsage().arrayBuffers;
  const reader = new BankFileReader('a.zip', { maximumBytes: 1_000_000 });
  expect(() => reader.write(bomb)).toThrow('The file is larger than 1 MB.');
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(80_000_000);
}, 300_000);

test('refuses more than 1,000 files in a ZIP file', () => {
  const files = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.sta`, mt940] as const));
  expect(readZip(stored(files(1_000)))).toHaveLength(3_000);
  expect(readZip(stored(files(1_001)))).toBe('The ZIP file has more than 1000 files.');
}, 300_000);

test.each(formsOfZip)(
  'never reads a truncated ZIP file, %s',
  (_, pack) => {
    const zip = pack({ 'a.sta': mt940, 'b.sta': mt940.replace('Hello', 'World') });
    for (let length = 0; length < zip.length; length += 1) {
      const cut = zip.subarray(0, length);
      for (const size of [Math.max(length, 1), 50]) expect(readZip(cut, {}, size)).toEqual(expect.any(String));
    }
  },
  300_000,
);

test.each(formsOfZip)('says that a ZIP file, %s, is not complete if it ends between two files', (_, pack) => {
  const zip = Buffer.from(pack(three));
  expect(readZip(zip.subarray(0, zip.lastIndexOf('PK\x03\x04')))).toBe(notComplete);
  expect(readZip(zip.subarray(0, zip.indexOf('PK\x01\x02')))).toBe(notComplete);
});

test.each(formsOfZip)(
  'never reads other content from a ZIP file, %s, with a changed byte',
  (_, pack) => {
    const zip = pack({ 'a.sta': mt940, 'b.sta': mt940.replace('Hello', 'World') });
    const others = new Set<unknown>();
    for (let index = 0; index < zip.length; index += 1) {
      for (const flip of [0x01, 0x04, 0x10, 0x80, 0xff]) {
        const changed = Uint8Array.from(zip);
        changed[index] = (changed[index] ?? 0) ^ flip;
        const read = readZip(changed);
        if (typeof read !== 'string') others.add(JSON.stringify(read));
      }
    }
    expect([...others]).toEqual([JSON.stringify(readZip(zip))]);
  },
  300_000,
);

test('refuses a file that the list of the ZIP file does not contain', () => {
  const [all, some] = [Buffer.from(stored(three)), Buffer.from(stored({ 'wednesday.xml': camt('3.00') }))];
  const files = all.subarray(0, all.indexOf('PK\x01\x02'));
  expect(readZip(Buffer.concat([files, some.subarray(some.indexOf('PK\x01\x02'))]))).toBe(notComplete);
  expect(readZip(Buffer.concat([streamed(three, 6), streamed({ 'x.xml': camt('9.00') }, 6)]))).toBe(notComplete);
});

test('reads the list of a ZIP file in the form for large files', () => {
  const zip = Buffer.from(stored(three));
  const [list, end] = [zip.indexOf('PK\x01\x02'), zip.length - 22];
  const wide = Buffer.alloc(76);
  wide.write('PK\x06\x06', 'latin1');
  wide.writeBigUInt64LE(BigInt(end - list), 40);
  wide.write('PK\x06\x07', 56, 'latin1');
  const last = Buffer.from(zip.subarray(end));
  last.fill(0xff, 8, 20);
  expect(readZip(Buffer.concat([zip.subarray(0, end), wide, last]))).toEqual(readZip(zip));
});

function withCommentLength(zip: Uint8Array, length: number): Buffer {
  const changed = Buffer.from(zip);
  changed.writeUInt16LE(length, changed.length - 2);
  return changed;
}

/** Returns a ZIP file with two swapped files, while the list keeps its order. */
function withListReversed(contents: Readonly<Record<string, string>>): Buffer {
  const reversed = Buffer.from(stored(Object.fromEntries(Object.entries(contents).toReversed())));
  const zip = Buffer.from(stored(contents));
  const [list, end] = [zip.indexOf('PK\x01\x02'), zip.length - 22];
  const entries = reversed.subarray(reversed.indexOf('PK\x01\x02'), reversed.length - 22);
  return Buffer.concat([zip.subarray(0, list), entries, zip.subarray(end)]);
}
