import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readNachaFile } from '../../test/nacha-file.ts';
import { amountText, cents, ids, names } from '../../test/writable.ts';
import { writeNachaReturns, type NachaReturns, type ReturnedPayout } from './nacha-returns.ts';
import { PaymentFileError } from './payment-file-error.ts';

const account = { routing: '121042882', accountNumber: '123456789', type: 'savings' } as const;
const payout = { id: 'W000001', amount: '12.50', name: 'Anna Bell', account, trace: '021000020000001' };
const head = {
  created: '2026-12-01T08:00',
  modifier: 'A',
  destination: { routing: '021000021', name: 'Florin Bank' },
  origin: { id: '121042882', name: 'Other Bank' },
  company: { name: 'Florin Wallet', id: '1234567890', description: 'Payout' },
  entryClass: 'PPD',
  effectiveDate: '2026-12-01',
  originatingRouting: '021000021',
  number: 1,
} as const;
const fileOf = (returns: Iterable<ReturnedPayout>, changes?: NachaReturns['changes']) =>
  Array.from(writeNachaReturns({ ...head, returns, ...(changes && { changes }) })).join('');

test('writes returns that our reader reads', { timeout: 300_000 }, () => {
  const returned = fc.record({ value: cents, name: names, reason: fc.constantFrom('R01', 'R03', 'R16', 'R85') });
  fc.assert(
    fc.property(fc.array(returned), (list) => {
      const returns = list.map(({ value, name, reason }, index) => ({
        ...payout,
        id: ids('W')(index),
        amount: amountText(value),
        name,
        reason,
        trace: `02100002${String(index).padStart(7, '0')}`,
      }));
      const { statements, warnings, error } = readNachaFile(fileOf(returns));
      expect([error, warnings]).toEqual([undefined, []]);
      expect(statements.flatMap(({ lines }) => lines)).toMatchObject(
        returns.map(({ id, amount, reason, trace }) => ({
          amount,
          end_to_end_id: id,
          return_reason: reason,
          bank_reference: trace,
          code: 'PPD-31',
        })),
      );
    }),
  );
});

test('writes notifications of change as a separate batch', () => {
  const { statements, notices, error, warnings } = readNachaFile(
    fileOf(
      [{ ...payout, reason: 'R03', information: 'No account' }],
      [{ ...payout, code: 'C02', corrected: '021000021' }],
    ),
  );
  expect([error, warnings]).toEqual([undefined, []]);
  expect(notices).toEqual([{ code: 'C02', id: '021000020000001', text: '021000021' }]);
  expect(statements.map(({ sequence, lines }) => [sequence, lines.length])).toEqual([
    ['0000001', 1],
    ['0000002', 0],
  ]);
  expect(statements[0]?.lines[0]?.remittance).toBe('NO ACCOUNT');
});

test('writes notifications of change that our reader reads back equal', () => {
  const changed = fc.record({
    code: fc.constantFrom('C01', 'C02', 'C03', 'C05', 'C09'),
    corrected: fc.stringMatching(/^[A-Z0-9](?:[A-Z0-9 ]{0,27}[A-Z0-9])?$/).map((text) => text.replace(/ +/g, ' ')),
    trace: fc.stringMatching(/^[1-9]\d{14}$/),
  });
  fc.assert(
    fc.property(fc.array(changed, { minLength: 1, maxLength: 8 }), (list) => {
      const changes = list.map((own, index) => ({ ...payout, ...own, id: ids('W')(index) }));
      const { statements, notices, warnings, error } = readNachaFile(fileOf([], changes));
      expect([error, warnings]).toEqual([undefined, []]);
      expect(statements.flatMap(({ lines }) => lines)).toEqual([]);
      expect(notices).toEqual(list.map(({ code, corrected, trace }) => ({ code, id: trace, text: corrected })));
    }),
    { numRuns: 200 },
  );
});

test('refuses a wrong reason or trace number', () => {
  expect(() => fileOf([{ ...payout, reason: 'X1' }])).toThrow(new PaymentFileError('"X1" is not a code such as R01.'));
  expect(() => fileOf([{ ...payout, trace: '1', reason: 'R01' }])).toThrow(
    new PaymentFileError('Payout W000001 needs a trace number of 15 digits.'),
  );
});

test('writes 10,000 returns record by record', { timeout: 300_000 }, () => {
  function* returns(): Generator<ReturnedPayout> {
    for (let index = 0; index < 10_000; index++) yield { ...payout, id: ids('W')(index), reason: 'R01' };
  }
  let records = 0;
  let longest = 0;
  for (const record of writeNachaReturns({ ...head, returns: returns() })) {
    records += 1;
    longest = Math.max(longest, record.length);
  }
  expect([records, longest]).toEqual([20_010, 96]);
});
