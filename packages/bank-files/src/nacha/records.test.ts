import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addenda05, addenda99, readNachaFile as read, recordsOf } from '../../test/nacha-file.ts';
import { checkFile } from '../check.ts';

const lineEnds = ['\n', '\r\n', '\r', ''];

const difficult = recordsOf([
  {
    entries: [
      { name: 'ANNA BELŁ', addenda: [addenda05('zażółć gęślą jaźń')] },
      { code: '27', amount: 7 },
    ],
  },
  { number: '0000002', entries: [{ code: '21', addenda: [addenda99('R01', '021000020000007')] }] },
]);

test.each(lineEnds)('reads NACHA records with the line end %j', (lineEnd) => {
  expect(read(difficult.join(lineEnd))).toEqual(read(difficult.join('\n')));
  expect(read(difficult.join(lineEnd)).error).toBeUndefined();
});

test('reads NACHA lines with too few or too many trailing blanks, with blank lines, and without the nines', () => {
  const expected = read(difficult);
  const short = difficult.map((record) => record.trimEnd());
  const long = difficult.map((record) => `${record}   `);
  const spaced = ['', ...difficult.flatMap((record) => [record, '']), '\u001a'];
  const withoutNines = difficult.filter((record) => !/^9+$/.test(record));
  for (const variant of [short, long, spaced, withoutNines]) expect(read(variant)).toEqual(expected);
});

test.each(lineEnds)(
  'reads the same records from pieces of any length, with the line end %j',
  { timeout: 300_000 },
  (lineEnd) => {
    const bytes = Buffer.from(difficult.join(lineEnd));
    const whole = checkFile('a', [bytes]);
    for (let index = 0; index <= bytes.length; index++)
      expect(checkFile('a', [bytes.subarray(0, index), bytes.subarray(index)])).toEqual(whole);
    expect(
      checkFile(
        'a',
        Array.from(bytes, (byte) => Uint8Array.of(byte)),
      ),
    ).toEqual(whole);
  },
);

test('counts columns in characters, and in bytes if only bytes fit', () => {
  const [header = '', batch = '', entry = '', ...rest] = recordsOf([{ entries: [{ name: 'ZOË BELL' }] }]);
  const inBytes = entry.replace('ZOË BELL ', 'ZOË BELL');
  const inAstral = entry.replace('ZOË BELL', 'ZO𝄞 BELL');
  const nameIn = (record: string, encoding: BufferEncoding = 'utf8') =>
    read(Buffer.from([header, batch, record, ...rest].join('\n'), encoding)).statements[0]?.lines[0];
  expect(nameIn(entry)).toMatchObject({ counterparty: 'ZOË BELL', amount: '12.50', bank_reference: '091000010000001' });
  expect(nameIn(inBytes)).toEqual(nameIn(entry));
  expect(nameIn(entry, 'latin1')).toEqual(nameIn(entry));
  expect(nameIn(inAstral)).toMatchObject({ counterparty: 'ZO𝄞 BELL', bank_reference: '091000010000001' });
});

test('reads concatenated NACHA files', () => {
  const one = recordsOf([{ entries: [{}] }]).join('\n');
  expect(read(`${one}\n${one}`).statements).toHaveLength(2);
});

test('reads 25,000 changed files without a crash', { timeout: 300_000 }, () => {
  const original = difficult.join('\n');
  const change = fc.record({
    at: fc.nat(original.length),
    remove: fc.nat(12),
    insert: fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.constantFrom('\n', '9'.repeat(94), '\0', '𝄞', ' 5', '6', '7', '8'),
    ),
  });
  let errors = 0;
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      let text = original;
      for (const { at, remove, insert } of changes) text = text.slice(0, at) + insert + text.slice(at + remove);
      if (read(text).error !== undefined) errors += 1;
    }),
    { numRuns: 25_000, seed: 20_261_129 },
  );
  expect(errors).toBeGreaterThan(10_000);
});
