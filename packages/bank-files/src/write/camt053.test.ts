import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountText, cents, days, printable, references, texts } from '../../test/writable.ts';
import { decimalText } from '../../test/random-statement.ts';
import { all, parsed, problems, textAt, type Rule } from '../../test/xml-rules.ts';
import type { StatementLine } from '../bank-file.ts';
import { checkFile } from '../check.ts';
import { paymentReferenceFor } from '../payment-reference.ts';
import type { WrittenLine } from './camt053-entry.ts';
import { writeCamt053, type WrittenStatement } from './camt053.ts';

const text = (maximum: number) => new RegExp(`^[^]{1,${maximum}}$`, 'u');
const amount = /^\d{1,15}\.\d\d$/;
const indicator = /^(?:CRDT|DBIT)$/;
const day: Rule = { Dt: /^\d{4}-\d\d-\d\d$/ };
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ?$/;
const accountId: Rule = { 'IBAN?': /^[A-Z]{2}\d\d[A-Z0-9]{1,30}$/, 'Othr?': { Id: text(34) } };
const account: Rule = { Id: accountId };
const party: Rule = { Pty: { Nm: text(140) } };
const code: Rule = {
  'Domn?': { Cd: text(4), Fmly: { Cd: text(4), SubFmlyCd: text(4) } },
  'Prtry?': { Cd: text(35) },
};
const details: Rule = {
  'Refs?': { EndToEndId: text(35) },
  'RltdPties?': { 'Dbtr?': party, 'DbtrAcct?': account, 'Cdtr?': party, 'CdtrAcct?': account },
  'RmtInf?': { 'Ustrd*': text(140), 'Strd?': { CdtrRefInf: { Tp: { CdOrPrtry: { Cd: /^SCOR$/ } }, Ref: text(35) } } },
  'RtrInf?': { Rsn: { 'Cd?': text(4), 'Prtry?': text(35) } },
};
const entry: Rule = {
  Amt: amount,
  CdtDbtInd: indicator,
  'RvslInd?': /^true$/,
  Sts: { Cd: /^BOOK$/ },
  'BookgDt?': day,
  'ValDt?': day,
  'AcctSvcrRef?': text(35),
  BkTxCd: code,
  'NtryDtls?': { TxDtls: details },
};
const document: Rule = {
  BkToCstmrStmt: {
    GrpHdr: { MsgId: text(35), CreDtTm: time },
    'Stmt*': {
      Id: text(35),
      ElctrncSeqNb: /^\d{1,18}$/,
      CreDtTm: time,
      FrToDt: { FrDtTm: time, ToDtTm: time },
      Acct: { Id: accountId, Ccy: /^[A-Z]{3}$/ },
      'Bal*': { Tp: { CdOrPrtry: { Cd: /^(?:OPBD|CLBD)$/ } }, Amt: amount, CdtDbtInd: indicator, Dt: day },
      'Ntry*': entry,
    },
  },
};

const statementOf = (lines: Iterable<WrittenLine>): WrittenStatement => ({
  id: 'STATEMENT-7',
  account: 'DE89370400440532013000',
  currency: 'EUR',
  sequence: '7',
  from: '2026-11-30',
  to: '2026-11-30',
  opening: '-10.00',
  closing: '2.50',
  lines,
});
const fileOf = (...statements: WrittenStatement[]) =>
  Array.from(writeCamt053({ id: 'MESSAGE-1', created: '2026-11-30T18:00:00Z', statements })).join('');

const lineOf: fc.Arbitrary<WrittenLine> = fc
  .record({
    value: cents,
    isDebit: fc.boolean(),
    counterparty: fc.option(texts),
    counterparty_account: fc.option(fc.constantFrom('FR1420041010050500013M02606', '123456789')),
    remittance: fc.option(texts),
    payment_reference: fc.option(fc.constant('RF18539007547034')),
    end_to_end_id: fc.option(texts),
    bank_reference: fc.option(texts),
    reversal: fc.boolean(),
    return_reason: fc.option(fc.constantFrom('AC04', 'R01', 'The account is closed')),
    code: fc.option(fc.constantFrom('PMNT-RCDT-ESCT', 'NTRF')),
  })
  .map(({ value, isDebit, ...rest }) => ({
    booked: '2026-11-30',
    amount: `${isDebit ? '-' : ''}${amountText(value)}`,
    ...rest,
  }));

test('writes statements that fit the schema, for lines with any text', { timeout: 300_000 }, () => {
  fc.assert(
    fc.property(fc.array(lineOf), fc.array(lineOf), (first, second) => {
      const tree = parsed(fileOf(statementOf(first), statementOf(second)));
      expect(tree.attributes['xmlns']).toBe('urn:iso:std:iso:20022:tech:xsd:camt.053.001.08');
      expect(problems(tree, document)).toEqual([]);
      const entries = all(tree, 'BkToCstmrStmt/Stmt/Ntry');
      const amounts = entries.map(
        (one) => (textAt(one, 'CdtDbtInd') === 'DBIT' ? '-' : '') + (textAt(one, 'Amt') ?? ''),
      );
      expect(amounts).toEqual([...first, ...second].map((line) => line.amount));
    }),
  );
});

test('writes balances with their signs, and each party on the correct side', () => {
  const counterparty = 'Anna Bell & Co.';
  const tree = parsed(
    fileOf(
      statementOf([
        { booked: '2026-11-30', amount: '20.00', counterparty, remittance: 'A'.repeat(141) },
        { booked: '2026-11-30', amount: '-7.50', counterparty },
      ]),
    ),
  );
  const balances = all(tree, 'BkToCstmrStmt/Stmt/Bal').map((one) => [textAt(one, 'Amt'), textAt(one, 'CdtDbtInd')]);
  expect(balances).toEqual([
    ['10.00', 'DBIT'],
    ['2.50', 'CRDT'],
  ]);
  const path = 'BkToCstmrStmt/Stmt/Ntry/NtryDtls/TxDtls';
  expect(all(tree, `${path}/RltdPties/Dbtr/Pty/Nm`).map((one) => one.text)).toEqual([counterparty]);
  expect(all(tree, `${path}/RltdPties/Cdtr/Pty/Nm`).map((one) => one.text)).toEqual([counterparty]);
  expect(all(tree, `${path}/RmtInf/Ustrd`).map((one) => one.text.length)).toEqual([140, 1]);
});

test('writes a statement without lines, and a statement of 10,000 lines one by one', { timeout: 300_000 }, () => {
  expect(problems(parsed(fileOf(statementOf([]))), document)).toEqual([]);
  function* lines(): Generator<WrittenLine> {
    for (let index = 0; index < 10_000; index++) yield { booked: '2026-11-30', amount: '1.00' };
  }
  let longest = 0;
  let count = 0;
  const statements = [statementOf(lines())];
  for (const piece of writeCamt053({ id: 'M', created: '2026-11-30T18:00:00Z', statements })) {
    count += 1;
    longest = Math.max(longest, piece.length);
  }
  expect(count).toBeGreaterThan(10_000);
  expect(longest).toBeLessThan(1_000);
});

/** Texts that need several lines, including texts with characters of two units. */
const longTexts = fc
  .tuple(fc.oneof(printable(20), fc.constantFrom('🙂', '𠮷野家 ')), fc.integer({ min: 7, max: 200 }))
  .map(([part, times]) => Array.from(part.repeat(times)).slice(0, 500).join('').trim());

/** Lines with all data that the writer can write. */
const randomLine: fc.Arbitrary<StatementLine> = fc
  .record({
    units: fc.bigInt(-(10n ** 13n), 10n ** 13n),
    booked: fc.option(days),
    value: fc.option(days),
    counterparty: fc.option(printable(140)),
    counterparty_account: fc.option(
      fc.oneof(fc.stringMatching(/^GB\d{2}[A-Z]{4}\d{14}$/), fc.stringMatching(/^[1-9]\d{4,15}$/)),
    ),
    remittance: fc.option(fc.oneof(printable(100), longTexts)),
    payment_reference: fc.option(fc.stringMatching(/^[A-Z0-9]{1,21}$/).map(paymentReferenceFor)),
    end_to_end_id: fc.option(references),
    bank_reference: fc.option(references),
    reversal: fc.boolean(),
    return_reason: fc.option(fc.oneof(fc.constantFrom('AC04', 'R01'), printable(35))),
    code: fc.constantFrom('PMNT-RCDT-ESCT', 'PMNT-MCOP-OTHR', 'NTRF+166'),
  })
  .map(({ units, ...rest }) => ({
    ...rest,
    amount: decimalText(units),
    currency: 'EUR',
    batch_reference: null,
    batch_id: null,
    charges: null,
  }));
const randomStatement = fc.record({
  account: fc.constantFrom('DE89370400440532013000', '63748472'),
  sequence: fc.stringMatching(/^[1-9]\d{0,5}$/),
  from: days,
  to: days,
  opening: fc.bigInt(-(10n ** 13n), 10n ** 13n),
  lines: fc.array(randomLine, { maxLength: 5 }),
});

const unitsOf = (amount: string) => BigInt(amount.replace('.', ''));

/** The reader adds a structured reference to the text. */
const withReference = (line: StatementLine): StatementLine => ({
  ...line,
  remittance: [line.remittance, line.payment_reference].filter((text) => text !== null).join(' ') || null,
});

test('writes statements that our reader reads back equal', () => {
  fc.assert(
    fc.property(fc.array(randomStatement, { minLength: 1, maxLength: 3 }), (given) => {
      const statements = given.map(({ opening, ...rest }) => ({
        ...rest,
        currency: 'EUR',
        opening: decimalText(opening),
        closing: decimalText(rest.lines.reduce((sum, { amount: own }) => sum + unitsOf(own), opening)),
      }));
      const [file] = checkFile('s.xml', [
        Buffer.from(fileOf(...statements.map((one, index) => ({ id: `STATEMENT-${index}`, ...one })))),
      ]);
      expect(file).toEqual({
        file: 's.xml',
        format: 'camt.053',
        statements: statements.map((one) => ({ ...one, adds_up: true, lines: one.lines.map(withReference) })),
        statuses: [],
        notices: [],
        warnings: [],
      });
    }),
    { numRuns: 300 },
  );
});
