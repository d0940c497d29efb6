import { expect, test } from 'vitest';
import { entry, lineOf, linesOf } from '../../test/camt-text.ts';

test('reads an entry without details', () => {
  const rest =
    '<BookgDt><Dt>2026-02-27</Dt></BookgDt><ValDt><Dt>2026-02-28</Dt></ValDt><AcctSvcrRef>B1</AcctSvcrRef>' +
    '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>' +
    '<AddtlNtryInf>Credit RF18539007547034</AddtlNtryInf>';
  expect(lineOf(entry('12.5', rest))).toEqual({
    booked: '2026-02-27',
    value: '2026-02-28',
    amount: '12.50',
    currency: 'EUR',
    counterparty: null,
    counterparty_account: null,
    remittance: 'Credit RF18539007547034',
    payment_reference: 'RF18539007547034',
    end_to_end_id: null,
    bank_reference: 'B1',
    batch_reference: null,
    batch_id: null,
    reversal: false,
    return_reason: null,
    code: 'PMNT-RCDT-ESCT',
    charges: null,
  });
});

test.each([
  ['<Sts>BOOK</Sts>', 1],
  ['<Sts><Cd>BOOK</Cd></Sts>', 1],
  ['<Sts>\n  BOOK\n</Sts>', 1],
  ['<Sts>PDNG</Sts>', 0],
  ['<Sts><Cd>PDNG</Cd></Sts>', 0],
  ['<Sts>INFO</Sts>', 0],
  ['<Sts><Cd>FUTR</Cd></Sts>', 0],
])('counts only booked entries as lines: %s', (status, count) => {
  const lines = linesOf(`<Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>${status}</Ntry>`);
  expect(lines).toHaveLength(count);
});

test.each([
  ['CRDT', 'true', '5.00', true],
  ['DBIT', 'true', '-5.00', true],
  ['DBIT', '1', '-5.00', true],
  ['DBIT', 'false', '-5.00', false],
])('takes the sign of a reversal from its own indicator: %s, reversal %s', (direction, flag, amount, reversal) => {
  expect(lineOf(entry('5.00', `<RvslInd>${flag}</RvslInd>`, direction))).toMatchObject({ amount, reversal });
});

test.each([
  ['<BookgDt><DtTm>2026-02-27T23:59:59-05:00</DtTm></BookgDt>', '2026-02-27'],
  ['<BookgDt><DtTm>2026-02-27T00:00:00.000000000</DtTm></BookgDt>', '2026-02-27'],
  ['<BookgDt><Dt>2026-02-27+01:00</Dt></BookgDt>', '2026-02-27'],
  ['<BookgDt>2026-02-27</BookgDt>', '2026-02-27'],
  ['<BookgDt/>', null],
  ['', null],
])('takes a date as it is written, without a time zone: %s', (xml, booked) => {
  expect(lineOf(entry('1', xml)).booked).toBe(booked);
});

test.each(['2026-02-30', '2026-13-01', '27.02.2026', '20260227', '2026-02-271', '2025-02-29'])(
  'refuses %s as a date',
  (date) => {
    expect(() => lineOf(entry('1', `<BookgDt><Dt>${date}</Dt></BookgDt>`))).toThrow(
      `Line 1 of the file: Statement 1, entry 1: "${date}" is not a date.`,
    );
  },
);

test.each([
  ['<Amt Ccy="EUR">1.00</Amt>', 'neither a credit nor a debit'],
  ['<Amt Ccy="EUR">1.00</Amt><CdtDbtInd>C</CdtDbtInd>', '"C" is neither a credit (CRDT) nor a debit (DBIT).'],
  ['<Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><CdtDbtInd>DBIT</CdtDbtInd>', 'more than one CdtDbtInd'],
  ['<Amt Ccy="EUR">1</Amt><Amt Ccy="EUR">2</Amt><CdtDbtInd>CRDT</CdtDbtInd>', 'more than one Amt'],
  ['<Amt Ccy="EUR">-1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>', 'negative amount'],
  ['<Amt Ccy="EUR">1,000.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>', 'is not an amount'],
  ['<Amt Ccy="EUR">1e3</Amt><CdtDbtInd>DBIT</CdtDbtInd>', 'is not an amount'],
  ['<Amt Ccy="EUR"></Amt><CdtDbtInd>DBIT</CdtDbtInd>', 'is not an amount'],
  ['<CdtDbtInd>DBIT</CdtDbtInd>', 'The amount (Amt) is missing.'],
])('refuses an amount or a sign that is in doubt: %s', (xml, message) => {
  expect(() => linesOf(`<Ntry>${xml}<Sts>BOOK</Sts></Ntry>`)).toThrow(message);
});

test('reads a zero amount, even without a sign', () => {
  expect(lineOf(entry('0')).amount).toBe('0.00');
  expect(lineOf('<Ntry><Amt Ccy="EUR">0.00</Amt><Sts>BOOK</Sts></Ntry>').amount).toBe('0.00');
});

test('takes the bank reference of the entry, or its number without one', () => {
  expect(lineOf(entry('1', '<NtryRef>7</NtryRef><AcctSvcrRef>B1</AcctSvcrRef>')).bank_reference).toBe('B1');
  expect(lineOf(entry('1', '<NtryRef>7</NtryRef><AcctSvcrRef>NONREF</AcctSvcrRef>')).bank_reference).toBe('7');
});

test.each([
  ['<Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd></Fmly></Domn>', 'PMNT-RCDT'],
  ['<Prtry><Cd>NTRF+166</Cd></Prtry>', 'NTRF+166'],
  ['', null],
])('reads the code of the movement %s', (xml, code) => {
  expect(lineOf(entry('1', `<BkTxCd>${xml}</BkTxCd>`)).code).toBe(code);
});

test('takes the currency of the account for an amount without a currency', () => {
  const xml = '<Ntry><Amt>1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts></Ntry>';
  expect(lineOf(xml)).toMatchObject({ amount: '1.00', currency: 'EUR' });
});
