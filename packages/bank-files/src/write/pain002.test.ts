import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ids, printable, texts } from '../../test/writable.ts';
import { all, parsed, problems, textAt, type Rule } from '../../test/xml-rules.ts';
import type { PaymentStatus } from '../bank-file.ts';
import { checkFile } from '../check.ts';
import { reasonText } from '../reasons.ts';
import { writePain002, type WrittenStatus } from './pain002.ts';

const text = (maximum: number) => new RegExp(`^[^]{1,${maximum}}$`, 'u');
const status = /^[A-Z]{4}$/;
const reason: Rule = { 'Rsn?': { Cd: text(4) }, 'AddtlInf?': text(105) };
const document: Rule = {
  CstmrPmtStsRpt: {
    GrpHdr: { MsgId: text(35), CreDtTm: /^2026-11-30T18:00:00Z$/ },
    OrgnlGrpInfAndSts: {
      OrgnlMsgId: text(35),
      OrgnlMsgNmId: /^pain\.001\.001\.09$/,
      'GrpSts?': status,
      'StsRsnInf?': reason,
    },
    'OrgnlPmtInfAndSts*': {
      OrgnlPmtInfId: text(35),
      'PmtInfSts?': status,
      'StsRsnInf?': reason,
      'TxInfAndSts*': { OrgnlEndToEndId: text(35), 'TxSts?': status, 'StsRsnInf?': reason },
    },
  },
};

const fileOf = (changes: Partial<WrittenStatus>) =>
  Array.from(
    writePain002({
      id: 'STATUS-1',
      created: '2026-11-30T18:00:00Z',
      originalId: 'BATCH-1',
      group: { status: null },
      payments: [],
      ...changes,
    }),
  ).join('');

test('writes statuses that fit the schema at each level', { timeout: 300_000 }, () => {
  const one = fc.record({
    status: fc.option(fc.constantFrom('ACSC', 'RJCT', 'PDNG')),
    reason_code: fc.option(fc.constantFrom('AC04', 'MD07')),
    reason: fc.option(texts),
  });
  fc.assert(
    fc.property(one, one, fc.array(one), (group, payment, transactions) => {
      const list = transactions.map((transaction, index) => ({ id: ids('P')(index), ...transaction }));
      const tree = parsed(fileOf({ group, payments: [{ id: 'BATCH-1', ...payment, transactions: list }] }));
      expect(problems(tree, document)).toEqual([]);
      const written = all(tree, 'CstmrPmtStsRpt/OrgnlPmtInfAndSts/TxInfAndSts');
      expect(written.map((transaction) => textAt(transaction, 'TxSts') ?? null)).toEqual(list.map((own) => own.status));
    }),
  );
});

test('writes only a status of the whole file', () => {
  const tree = parsed(fileOf({ group: { status: 'RJCT', reason_code: 'FF01', reason: 'Wrong <format>' } }));
  expect(problems(tree, document)).toEqual([]);
  expect(textAt(tree, 'CstmrPmtStsRpt/OrgnlGrpInfAndSts/StsRsnInf/AddtlInf')).toBe('Wrong <format>');
});

const anyStatus = fc.record({
  status: fc.option(fc.constantFrom('ACSC', 'RJCT', 'PDNG', 'PART')),
  reason_code: fc.option(fc.constantFrom('AC04', 'MD07', 'ZZ99')),
  reason: fc.option(printable(105)),
});
type AnyStatus = typeof anyStatus extends fc.Arbitrary<infer Status> ? Status : never;

/**
 * Returns the statuses that the reader finds: no status for an empty status, and the reader's text for a code without a
 * text.
 */
const readBack = (level: PaymentStatus['level'], id: string, { status, reason_code, reason }: AnyStatus) =>
  status === null && reason_code === null && reason === null
    ? []
    : [{ level, id, status, reason_code, reason: reason ?? (reason_code && reasonText(reason_code)) }];

test('writes statuses that our reader reads back equal, at each level and with or without a reason', () => {
  const payment = fc.record({ own: anyStatus, transactions: fc.array(anyStatus, { maxLength: 4 }) });
  fc.assert(
    fc.property(anyStatus, fc.array(payment, { maxLength: 3 }), (group, given) => {
      const payments = given.map(({ own, transactions }, index) => ({
        id: `BATCH-${index}`,
        ...own,
        transactions: transactions.map((one, place) => ({ id: ids(`P${index}-`)(place), ...one })),
      }));
      const expected = [
        ...readBack('group', 'BATCH-1', group),
        ...payments.flatMap((own) => [
          ...readBack('payment', own.id, own),
          ...own.transactions.flatMap((one) => readBack('transaction', one.id, one)),
        ]),
      ];
      const [file] = checkFile('status.xml', [Buffer.from(fileOf({ group, payments }))]);
      expect(file?.statuses).toEqual(expected);
      expect(file?.error?.includes('has no status')).toBe(expected.length > 0 ? undefined : true);
    }),
    { numRuns: 200 },
  );
});
