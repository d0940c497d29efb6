import { expect, test } from 'vitest';
import { details, entry, lineOf, linesOf } from '../../test/camt-text.ts';

const amount = (value: string, direction = '', currency = 'EUR') =>
  `<Amt Ccy="${currency}">${value}</Amt>${direction === '' ? '' : `<CdtDbtInd>${direction}</CdtDbtInd>`}`;
const oldAmount = (value: string, currency = 'EUR') =>
  `<AmtDtls><TxAmt><Amt Ccy="${currency}">${value}</Amt></TxAmt></AmtDtls>`;
const id = (value: string) => `<Refs><EndToEndId>${value}</EndToEndId></Refs>`;
const amountsOf = (xml: string) => linesOf(xml).map((line) => line.amount);

test('splits a batch whose details add up', () => {
  expect(amountsOf(entry('30', details(amount('10'), amount('20'))))).toEqual(['10.00', '20.00']);
  expect(amountsOf(entry('30', details(oldAmount('10')) + details(oldAmount('20')), 'DBIT'))).toEqual([
    '-10.00',
    '-20.00',
  ]);
});

test("finds the sender's id of a batch in the entry or in the common fields of its details", () => {
  const batchOf = (xml: string) => linesOf(entry('30', xml, 'DBIT')).map(({ batch_id }) => batch_id);
  const refs = (part: string) => `<Refs><PmtInfId>${part}</PmtInfId></Refs>`;
  const inEntry = (xml: string) => batchOf(`<NtryDtls><Btch>${xml}<NbOfTxs>2</NbOfTxs></Btch></NtryDtls>`);
  expect(inEntry('<MsgId>M1</MsgId><PmtInfId>P1</PmtInfId>')).toEqual(['P1']);
  expect(inEntry('<MsgId>M1</MsgId>')).toEqual(['M1']);
  expect(inEntry('<PmtInfId>NOTPROVIDED</PmtInfId>')).toEqual([null]);
  expect(batchOf(details(refs('P1'), refs('P1')))).toEqual(['P1']);
  expect(batchOf(details(refs('P1'), refs('P2')))).toEqual([null]);
  expect(batchOf(details(`${refs('P1')}${amount('10')}`, `${refs('P2')}${amount('20')}`))).toEqual(['P1', 'P2']);
});

test('a debit within a credit batch has the sign of a debit', () => {
  expect(amountsOf(entry('7', details(amount('10', 'CRDT'), amount('3', 'DBIT'))))).toEqual(['10.00', '-3.00']);
});

test('the details of a reversal have the sign of the reversal', () => {
  const xml = entry('30', `<RvslInd>true</RvslInd>${details(amount('10', 'CRDT'), amount('20', 'CRDT'))}`, 'DBIT');
  expect(amountsOf(xml)).toEqual(['-10.00', '-20.00']);
});

test.each([
  ['each carries the total', [amount('30'), amount('30')]],
  ['one has no amount', [amount('10'), id('A')]],
  ['none has an amount', [id('A'), id('B')]],
  ['one is in another currency', [amount('10'), amount('20', '', 'USD')]],
  ['charges are missing', [amount('10'), amount('20.50')]],
  ['an amount is unreadable', [amount('10'), amount('2O')]],
])('keeps one line for a batch if %s', (_, contents) => {
  expect(amountsOf(entry('30', details(...contents)))).toEqual(['30.00']);
});

test('finds the booked amounts next to the ordered amounts', () => {
  const both = (ordered: string, booked: string) => amount(ordered, '', 'USD') + oldAmount(booked);
  expect(amountsOf(entry('30', details(both('11', '10'), both('22', '20'))))).toEqual(['10.00', '20.00']);
  const total = (booked: string) => amount('30') + oldAmount(booked);
  expect(amountsOf(entry('30', details(total('10'), total('20'))))).toEqual(['10.00', '20.00']);
});

test('reads the amount of an entry and the party of its only detail', () => {
  const detail = `${amount('29.50')}<RltdPties><Dbtr><Nm>Ann</Nm></Dbtr></RltdPties>`;
  expect(lineOf(entry('30', details(detail)))).toMatchObject({ amount: '30.00', counterparty: 'Ann' });
});

test('keeps only the common fields of all details of an undivided batch', () => {
  const detail = (end: string, text: string) =>
    `${id(end)}<RltdPties><Cdtr><Nm>Ann</Nm></Cdtr></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf>`;
  const batch = details(detail('A', 'Rent'), detail('B', 'Rent'));
  expect(lineOf(entry('30', batch, 'DBIT'))).toMatchObject({
    counterparty: 'Ann',
    remittance: 'Rent',
    end_to_end_id: null,
  });
  const btch = '<NtryDtls><Btch><MsgId>OUR-1</MsgId><PmtInfId>OUR-1-1</PmtInfId><NbOfTxs>2</NbOfTxs></Btch></NtryDtls>';
  expect(lineOf(entry('30', btch, 'DBIT'))).toMatchObject({ counterparty: null, end_to_end_id: null });
});

test('keeps equal ids within one entry', () => {
  const lines = linesOf(entry('30', details(amount('10') + id('A'), amount('20') + id('A'))));
  expect(lines.map((line) => line.end_to_end_id)).toEqual(['A', 'A']);
});

test.each([
  ['<Refs><AcctSvcrRef>D1</AcctSvcrRef><TxId>T1</TxId></Refs>', '<AcctSvcrRef>E1</AcctSvcrRef>', 'D1'],
  ['<Refs><AcctSvcrRef>NOTPROVIDED</AcctSvcrRef><TxId>T1</TxId></Refs>', '<AcctSvcrRef>E1</AcctSvcrRef>', 'E1'],
  ['<Refs><TxId>T1</TxId></Refs>', '<NtryRef>7</NtryRef>', 'T1'],
  ['<Refs><ClrSysRef>C1</ClrSysRef></Refs>', '<NtryRef>7</NtryRef>', 'C1'],
])('takes the bank reference of the payment, then of the entry, then another: %s', (refs, rest, expected) => {
  expect(lineOf(entry('1', rest + details(refs))).bank_reference).toBe(expected);
});

test('does not read an end-to-end id from the word for none', () => {
  expect(lineOf(entry('1', details(id('NOTPROVIDED')))).end_to_end_id).toBeNull();
});

const record = (value: string, more = '', currency = 'EUR') =>
  `<Rcrd><Amt Ccy="${currency}">${value}</Amt>${more}</Rcrd>`;
const isIncluded = (value: boolean) => `<ChrgInclInd>${value}</ChrgInclInd>`;

test.each([
  [record('2', isIncluded(true)), '2.00'],
  [record('2') + record('0.5', isIncluded(true)), '2.50'],
  ['<TtlChrgsAndTaxAmt Ccy="EUR">3</TtlChrgsAndTaxAmt>', '3.00'],
  ['<Amt Ccy="EUR">4</Amt><CdtDbtInd>DBIT</CdtDbtInd>', '4.00'],
  [record('2', isIncluded(false)), null],
  [record('2', '<CdtDbtInd>CRDT</CdtDbtInd>'), null],
  [record('2', '', 'USD'), null],
  [record('2') + record('2', '', 'USD'), null],
  [record('x'), null],
  ['', null],
])('reads the charges within an amount: %s', (xml, charges) => {
  const inDetail = entry('12', details(`${amount('10')}<Chrgs>${xml}</Chrgs>`), 'DBIT');
  const inEntry = entry('12', `<Chrgs>${xml}</Chrgs>${details(amount('10'))}`, 'DBIT');
  for (const one of [inDetail, inEntry]) expect(lineOf(one)).toMatchObject({ amount: '-12.00', charges });
});

test('reads the charges of each payment of a batch, and no charges of a batch that stays one line', () => {
  const part = (value: string, charge: string) => `${amount(value)}<Chrgs>${record(charge)}</Chrgs>`;
  const charges = (total: string) =>
    linesOf(entry(total, details(part('10', '1'), part('20', '2')), 'DBIT')).map((line) => line.charges);
  expect(charges('30')).toEqual(['1.00', '2.00']);
  expect(charges('33')).toEqual([null]);
});

test.each([
  ['<Rsn><Cd>AC04</Cd></Rsn><AddtlInf>closed</AddtlInf>', 'AC04'],
  ['<Rsn><Prtry>914</Prtry></Rsn>', '914'],
  [
    '<OrgnlBkTxCd><Prtry><Cd>X</Cd></Prtry></OrgnlBkTxCd><AddtlInf>Account</AddtlInf><AddtlInf>closed</AddtlInf>',
    'Account closed',
  ],
  ['<RtrRsn><Cd>MD01</Cd></RtrRsn>', 'MD01'],
  ['<Orgtr><Nm>Their Bank</Nm></Orgtr>', 'not stated'],
  ['<OrgnlBkTxCd><Prtry><Cd>X</Cd></Prtry></OrgnlBkTxCd><Rsn/>', 'not stated'],
  ['', null],
])('reads why a payment came back: %s', (xml, reason) => {
  expect(lineOf(entry('1', details(`<RtrInf>${xml}</RtrInf>`))).return_reason).toBe(reason);
});

test.each([
  ['<Ustrd>Rent</Ustrd>', 'Rent'],
  ['<Ustrd>Rent</Ustrd><Ustrd>for May</Ustrd>', 'Rent for May'],
  [`<Ustrd>${'x'.repeat(34)}p</Ustrd><Ustrd>ayment</Ustrd>`, `${'x'.repeat(34)}payment`],
  [`<Ustrd>${'x'.repeat(34)} </Ustrd><Ustrd>payment</Ustrd>`, `${'x'.repeat(34)} payment`],
  ['<Ustrd>Rent\n   for May</Ustrd>', 'Rent for May'],
  ['<Ustrd><![CDATA[Tom & <Ann>]]> &amp; Co &#228;</Ustrd>', 'Tom & <Ann> & Co ä'],
  ['<Strd><CdtrRefInf><Ref>210000000003139471430009017</Ref></CdtrRefInf></Strd>', '210000000003139471430009017'],
  [
    '<Ustrd>RF18 5390 0754 7034</Ustrd><Strd><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf></Strd>',
    'RF18 5390 0754 7034',
  ],
  [
    '<Ustrd>Rent</Ustrd><Strd><CdtrRefInf><CdtrRef>77</CdtrRef></CdtrRefInf><AddtlRmtInf>late</AddtlRmtInf></Strd>',
    'Rent 77 late',
  ],
  [
    '<Strd><RfrdDocInf><Nb>INV-1</Nb></RfrdDocInf></Strd><Strd><RfrdDocInf><Nb>INV-2</Nb></RfrdDocInf></Strd>',
    'INV-1 INV-2',
  ],
])('loses no text for the receiver: %s', (xml, remittance) => {
  expect(lineOf(entry('1', details(`<RmtInf>${xml}</RmtInf>`))).remittance).toBe(remittance);
});

test('cuts a text that is longer than any format allows', () => {
  const line = lineOf(entry('1', details(`<RmtInf>${'<Ustrd>too long</Ustrd>'.repeat(500)}</RmtInf>`)));
  expect(line.remittance).toBe('too long '.repeat(500).slice(0, 2_000));
});

test('falls back to the bank texts if the payment has no text', () => {
  const bank = '<AddtlNtryInf>Batch</AddtlNtryInf>';
  expect(lineOf(entry('1', details('<AddtlTxInf>Credit</AddtlTxInf>') + bank)).remittance).toBe('Credit');
  expect(lineOf(entry('1', details('<RmtInf/>') + bank)).remittance).toBe('Batch');
});

test('prefers the structured reference that is an ISO reference', () => {
  const reference = (ref: string) => `<Strd><CdtrRefInf><Ref>${ref}</Ref></CdtrRefInf></Strd>`;
  const line = lineOf(entry('1', details(`<RmtInf>${reference('4711')}${reference('RF18539007547034')}</RmtInf>`)));
  expect(line.payment_reference).toBe('RF18539007547034');
});
