import nodeNacha from '@midlandsbank/node-nacha';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readNachaFile } from '../../test/nacha-file.ts';
import { amountText, cents, ids, names, texts } from '../../test/writable.ts';
import { capitals } from './characters.ts';
import type { NachaBatch, NachaPayout } from './nacha-batch.ts';
import { traceNumber } from './nacha-records.ts';
import { writeNacha } from './nacha.ts';
import { PaymentFileError } from './payment-file-error.ts';

const account = { routing: '121042882', accountNumber: '12345-6789', type: 'checking' } as const;
const offset = { routing: '021000021', accountNumber: '999000111', type: 'checking', name: 'Florin' } as const;

function batchOf(changes: Partial<NachaBatch> = {}, payout: Partial<NachaPayout> = {}): NachaBatch {
  return {
    created: '2026-11-29T12:00',
    modifier: 'A',
    destination: { routing: '021000021', name: 'JPMorgan Chase' },
    origin: { id: '1234567890', name: 'Florin Inc.' },
    company: { name: 'Florin Wallet', id: '1234567890', description: 'Payout' },
    entryClass: 'PPD',
    effectiveDate: '2026-11-30',
    originatingRouting: '021000021',
    number: 7,
    payouts: [{ id: 'W000001', amount: '12.50', name: 'Jürgen Groß', account, ...payout }],
    ...changes,
  };
}

const payoutOf = fc.record({
  value: cents,
  name: names,
  remittance: fc.option(texts),
  routing: fc.constantFrom('121042882', '021000021', '999999992'),
  accountNumber: fc.stringMatching(/^[A-Z0-9-]{1,17}$/),
  type: fc.constantFrom('checking', 'savings'),
});
const batches = fc
  .record({
    payouts: fc.array(payoutOf, { minLength: 1, maxLength: 40 }),
    entryClass: fc.constantFrom('PPD', 'CCD'),
    isBalanced: fc.boolean(),
  })
  .map(({ payouts, entryClass, isBalanced }) =>
    batchOf({
      entryClass,
      offset: isBalanced ? offset : null,
      payouts: payouts.map(({ value, name, remittance, ...own }, index) => ({
        id: ids('W')(index),
        amount: amountText(value),
        name,
        remittance,
        account: own,
      })),
    }),
  );

/** Returns the text in the form that readers return, without blanks at its ends. */
const given = (text: string | null | undefined) =>
  capitals(text ?? '')
    .trim()
    .slice(0, 80)
    .trim();
const givenName = (name: string) =>
  /^[ /:-]*(.{0,22}?)[ /]*$/.exec(
    capitals(name)
      .replace(/^[ /:-]+/, '')
      .slice(0, 22),
  )?.[1];

test('writes files that our reader reads back equal', { timeout: 300_000 }, () => {
  fc.assert(
    fc.property(batches, (batch) => {
      const { statements, warnings, error } = readNachaFile(writeNacha(batch));
      expect([error, warnings]).toEqual([undefined, []]);
      const [statement] = statements;
      expect(statement).toMatchObject({
        account: '1234567890',
        currency: 'USD',
        sequence: '0000007',
        from: '2026-11-30',
      });
      const lines = statement?.lines.slice(0, batch.payouts.length);
      expect(lines).toMatchObject(
        batch.payouts.map((payout, index) => ({
          amount: payout.amount,
          counterparty: givenName(payout.name),
          counterparty_account: payout.account.accountNumber,
          end_to_end_id: payout.id,
          bank_reference: traceNumber(batch.originatingRouting, index + 1),
          remittance: given(payout.remittance) || null,
          return_reason: null,
          code: `${batch.entryClass}-${payout.account.type === 'checking' ? '22' : '32'}`,
        })),
      );
      expect(statement?.lines).toHaveLength(batch.payouts.length + (batch.offset ? 1 : 0));
    }),
  );
});

test('writes files that an independent reader reads', { timeout: 300_000 }, () => {
  fc.assert(
    fc.property(batches, (batch) => {
      const { file, batches: read } = nodeNacha.from(writeNacha(batch)).data;
      const total = batch.payouts.reduce((sum, { amount }) => sum + Number(amount.replace('.', '')), 0);
      const debit = batch.offset ? total : 0;
      const entries = read[0]?.entries ?? [];
      expect(file).toMatchObject({
        destination: ' 021000021',
        origin: '1234567890',
        creationDate: '261129',
        creationTime: '1200',
      });
      expect(read).toHaveLength(1);
      expect(read[0]).toMatchObject({
        companyId: '1234567890',
        effectiveDate: '261130',
        entryClassCode: batch.entryClass,
      });
      expect(entries.slice(0, batch.payouts.length)).toMatchObject(
        batch.payouts.map((payout) => ({
          amount: Number(payout.amount.replace('.', '')),
          dfiAccount: payout.account.accountNumber,
          identificationNumber: payout.id,
        })),
      );
      const hash = entries.reduce((sum, entry) => sum + entry.receivingDFIIdentification, 0) % 1e10;
      const count = entries.length + entries.filter(({ addenda }) => addenda).length;
      const control = { entryAndAddendaCount: count, entryHash: hash, totalDebit: debit, totalCredit: total };
      expect(read[0]?.footer).toMatchObject(control);
      expect(file.footer).toMatchObject({ ...control, batchCount: 1, blockCount: Math.ceil((count + 4) / 10) });
    }),
  );
});

test('writes records of 94 characters in blocks of ten, and the same file again', { timeout: 300_000 }, () => {
  fc.assert(
    fc.property(batches, (batch) => {
      const file = writeNacha(batch);
      const records = file.split('\r\n');
      expect(records.pop()).toBe('');
      expect(records.length % 10).toBe(0);
      for (const record of records) expect(record).toMatch(/^[15-9][\x20-\x60{-~]{93}$/);
      expect(records.map(([type]) => type).join('')).toMatch(/^15(?:67?)+89{1,10}$/);
      expect(writeNacha(batch)).toBe(file);
    }),
  );
});

test('writes each field in its columns', () => {
  const [header, batch, entry, addenda, control, file] = writeNacha(batchOf({}, { remittance: 'Zażółć' })).split(
    '\r\n',
  );
  expect([header, batch, entry, addenda, control, file]).toEqual([
    '101 02100002112345678902611291200A094101JPMORGAN CHASE         FLORIN INC.                    ',
    '5220FLORIN WALLET                       1234567890PPDPAYOUT          261130   1021000020000007',
    '62212104288212345-6789       0000001250W000001        JURGEN GROSS            1021000020000001',
    '705ZAZOLC                                                                          00010000001',
    '822000000200121042880000000000000000000012501234567890                         021000020000007',
    '9000001000001000000020012104288000000000000000000001250                                       ',
  ]);
});

test('balances a NACHA file with an entry that debits the account of the company', () => {
  const file = writeNacha(batchOf({ offset }));
  expect(file).toContain(
    '627021000021999000111        0000001250               FLORIN                  0021000020000002',
  );
  expect(readNachaFile(file).statements[0]?.lines.map(({ amount }) => amount)).toEqual(['12.50', '-12.50']);
});

test('writes trace numbers and the data of the company as given', () => {
  const [first] = batchOf().payouts;
  if (!first) throw new Error('no payout');
  const payouts = [
    { ...first, entry: 41 },
    { ...first, id: 'W2', entry: 9_999_998 },
  ];
  const company = { name: 'Florin Wallet', id: '1234567890', description: 'Payout', discretionary: 'B12' };
  const records = writeNacha(batchOf({ payouts, company, offset })).split('\r\n');
  expect(records[1]?.slice(20, 40)).toBe('B12'.padEnd(20));
  expect(records.slice(2, 5).map((record) => record.slice(79))).toEqual([
    '021000020000041',
    '021000029999998',
    '021000029999999',
  ]);
  expect(() => writeNacha(batchOf({ payouts: payouts.toReversed() }))).toThrow(
    'Payout W000001: the trace numbers of a batch must rise.',
  );
});

const payoutOfMillions: Partial<NachaPayout> = { amount: '60000000.00' };
const twice = (payouts: readonly NachaPayout[]) => payouts.flatMap((one) => [one, { ...one, id: 'W2' }]);

test.each<[string, Partial<NachaBatch>, Partial<NachaPayout>]>([
  ['The batch has no payouts.', { payouts: [] }, {}],
  ['The amount of payout W000001 is 0.001, which has more decimals than USD has.', {}, { amount: '0.001' }],
  ['The amount of payout W000001 must be more than zero, but it is 0.', {}, { amount: '0' }],
  ['Payout W000001: the amount in cents is 10000000000, which has more than 10 digits.', {}, { amount: '100000000' }],
  [
    'The offset entry: the amount in cents is 12000000000, which has more than 10 digits.',
    { offset, payouts: twice(batchOf({}, payoutOfMillions).payouts) },
    {},
  ],
  ['Payout W000001: the name "..." has no letters that a payment file can contain.', {}, { name: '...' }],
  ['The id of payout "w1" does not have 1 to 15 capital letters and digits.', {}, { id: 'w1' }],
  [
    'The id of payout "W1234567890123456" does not have 1 to 15 capital letters and digits.',
    {},
    { id: 'W1234567890123456' },
  ],
  ['Payout W000001 needs a routing number of 9 digits.', {}, { account: { ...account, routing: '1' } }],
  [
    'Payout W000001 needs an account number of at most 17 letters, digits and hyphens.',
    {},
    { account: { ...account, accountNumber: '1 2' } },
  ],
  ['"2026-02-30" is not a date such as 2026-11-30.', { effectiveDate: '2026-02-30' }, {}],
  ['"2026-11-29" is not a time such as 2026-11-29T12:00.', { created: '2026-11-29' }, {}],
  ['The file id modifier "a" is not A to Z or 0 to 9.', { modifier: 'a' }, {}],
  ['The immediate origin "1" does not have 9 or 10 digits.', { origin: { id: '1', name: 'A' } }, {}],
  ['The batch number 0 is not 1 or more.', { number: 0 }, {}],
  ['The batch number is 10000000, which has more than 7 digits.', { number: 10_000_000 }, {}],
  [
    'The company id "12345678901" does not have 1 to 10 characters.',
    { company: { name: 'A', id: '12345678901', description: 'A' } },
    {},
  ],
])('refuses a NACHA batch with "%s"', (message, batch, payout) => {
  expect(() => writeNacha(batchOf(batch, payout))).toThrow(new PaymentFileError(message));
});
