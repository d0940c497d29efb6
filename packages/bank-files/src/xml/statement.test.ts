import { expect, test } from 'vitest';
import { account, balance, camt053, dated, entry, read, statement } from '../../test/camt-text.ts';

const headOf = (content: string) => read(camt053(statement(content))).statements[0];
const warningsOf = (content: string) => read(camt053(statement(content))).warnings;

test('the lines of a statement add up exactly', () => {
  const lines = entry('0.10') + entry('0.20');
  expect(headOf(account + balance('OPBD', '1.00') + balance('CLBD', '1.30') + lines)?.adds_up).toBe(true);
  expect(headOf(account + balance('OPBD', '1.00') + balance('CLBD', '1.31') + lines)?.adds_up).toBe(false);
});

test('reads a statement without entries', () => {
  const head = headOf(account + balance('OPBD', '1.00') + balance('CLBD', '1.00'));
  expect(head).toMatchObject({ adds_up: true, lines: [] });
});

test('a statement without both balances does not say whether it adds up', () => {
  expect(headOf(account + balance('OPBD', '1.00') + entry('1'))?.adds_up).toBeNull();
  expect(headOf(account + balance('OPAV', '1.00') + balance('CLAV', '1.00'))).toMatchObject({ opening: null });
});

test.each([
  ['a closing balance that comes first', [balance('CLBD', '5'), balance('OPBD', '1')], '1.00', '5.00'],
  ['the previous closing balance', [balance('PRCD', '1'), balance('CLBD', '5')], '1.00', '5.00'],
  ['the opening balance before the previous closing one', [balance('PRCD', '9'), balance('OPBD', '1')], '1.00', null],
  ['available and expected balances', [balance('OPAV', '9'), balance('FWAV', '8'), balance('XPCD', '7')], null, null],
  ['interim balances of a page', [balance('ITBD', '1'), balance('ITBD', '5')], '1.00', '5.00'],
  ['the interim balance of the first page', [balance('OPBD', '1'), balance('ITBD', '5')], '1.00', '5.00'],
  ['the interim balance of the last page', [balance('ITBD', '1'), balance('CLBD', '5')], '1.00', '5.00'],
  ['one interim balance alone', [balance('ITBD', '5')], null, '5.00'],
  [
    'balances of several days in any order',
    [
      balance('CLBD', '5', dated('2026-02-28')),
      balance('PRCD', '2', dated('2026-02-27')),
      balance('CLBD', '2', dated('2026-02-27')),
      balance('PRCD', '1', dated('2026-02-26')),
    ],
    '1.00',
    '5.00',
  ],
  [
    'a closing balance of the next day',
    [balance('OPBD', '1'), balance('CLBD', '5', dated('2026-03-01'))],
    '1.00',
    '5.00',
  ],
  ['an overdraft', [balance('OPBD', '1', '<CdtDbtInd>DBIT</CdtDbtInd>'), balance('CLBD', '5')], '-1.00', '5.00'],
  ['a negative debit', [balance('OPBD', '-1', '<CdtDbtInd>DBIT</CdtDbtInd>')], '-1.00', null],
  ['a zero without a sign', [balance('OPBD', '0', '')], '0.00', null],
])('finds the balances: %s', (_, balances, opening, closing) => {
  expect(headOf(account + balances.join(''))).toMatchObject({ opening, closing });
});

test('refuses a balance without a sign', () => {
  expect(read(camt053(statement(balance('OPBD', '1', '')))).error).toBe(
    'Line 1 of the file: Statement 1: The balance OPBD is neither a credit nor a debit (CdtDbtInd).',
  );
});

test('a statement with a balance in another currency does not add up', () => {
  const balances = balance('OPBD', '1', undefined, 'USD') + balance('CLBD', '1');
  expect(headOf(account + balances)).toMatchObject({ currency: 'EUR', adds_up: false });
  expect(warningsOf(account + balances)).toEqual([
    'Statement 1: the balance OPBD is in USD, but the account is in EUR.',
  ]);
});

test('a statement with an entry in another currency does not add up', () => {
  const foreign = entry('1').replace('EUR', 'USD');
  const balances = balance('OPBD', '1') + balance('CLBD', '2');
  expect(headOf(account + balances + foreign)).toMatchObject({ adds_up: false, lines: [{ currency: 'USD' }] });
});

test('takes the currency of a statement from the account, the balances or the first entry', () => {
  const unnamed = '<Acct><Id><IBAN>X</IBAN></Id></Acct>';
  expect(headOf(unnamed + balance('OPBD', '1', undefined, 'SEK') + entry('1'))?.currency).toBe('SEK');
  expect(headOf(unnamed + entry('1'))?.currency).toBe('EUR');
  expect(headOf(unnamed)?.currency).toBeNull();
});

test.each([
  ['<IBAN>DE02 1203 0000 0000 2020 51</IBAN>', 'DE02120300000000202051'],
  ['<Othr><Id>123</Id></Othr>', '123'],
  ['<PrtryAcct><Id>456</Id></PrtryAcct>', '456'],
])('reads the account %s', (id, expected) => {
  expect(headOf(`<Acct><Id>${id}</Id></Acct>`)?.account).toBe(expected);
});

test.each([
  ['<ElctrncSeqNb>25</ElctrncSeqNb><LglSeqNb>20</LglSeqNb>', '25'],
  ['<LglSeqNb>20</LglSeqNb>', '20'],
  ['', null],
])('reads the sequence number from %j', (xml, sequence) => {
  expect(headOf(xml + account)?.sequence).toBe(sequence);
});

test('reads the period of a statement, or takes it from the balances', () => {
  const period = '<FrToDt><FrDtTm>2026-02-01T00:00:00Z</FrDtTm><ToDtTm>2026-02-28T23:59:59Z</ToDtTm></FrToDt>';
  expect(headOf(period + account)).toMatchObject({ from: '2026-02-01', to: '2026-02-28' });
  const days = '<FrToDt><FrDt>2026-02-01</FrDt><ToDt>2026-02-28</ToDt></FrToDt>';
  expect(headOf(days + account)).toMatchObject({ from: '2026-02-01', to: '2026-02-28' });
  const time = '<CdtDbtInd>CRDT</CdtDbtInd><Dt><DtTm>2026-02-01T10:00:00+01:00</DtTm></Dt>';
  const balances = balance('OPBD', '1', time) + balance('CLBD', '1', dated('2026-02-28'));
  expect(headOf(account + balances)).toMatchObject({ from: '2026-02-01', to: '2026-02-28' });
});

test('warns of a period that is not a date', () => {
  expect(warningsOf(`<FrToDt><FrDtTm>0000-00-00T00:00:00</FrDtTm></FrToDt>${account}`)).toEqual([
    'Statement 1: "0000-00-00T00:00:00" is not a date.',
  ]);
});

test('separates several accounts in one file', () => {
  const other = account.replace('DE02120300000000202051', 'DE88100900001234567892').replace('EUR', 'USD');
  const file = read(
    camt053(
      statement(account + balance('OPBD', '1') + balance('CLBD', '2') + entry('1')),
      statement(other + entry('3').replace('EUR', 'USD')),
    ),
  );
  expect(file.statements.map(({ account: id, currency, lines }) => [id, currency, lines.map((l) => l.amount)])).toEqual(
    [
      ['DE02120300000000202051', 'EUR', ['1.00']],
      ['DE88100900001234567892', 'USD', ['3.00']],
    ],
  );
});

test('warns of entries without a status and entries with an unknown status', () => {
  const xml = entry('1').replace('<Sts>BOOK</Sts>', '') + entry('2').replace('BOOK', 'OTHR');
  const file = read(camt053(statement(account + xml)));
  expect(file.statements[0]?.lines).toHaveLength(1);
  expect(file.warnings).toEqual([
    'Statement 1: entry 1 has no status (Sts). It was read as booked.',
    'Statement 1: entry 2 has the unknown status "OTHR". It was left out.',
  ]);
});

test('warns of amounts with more decimals than the currency has', () => {
  expect(warningsOf(account + entry('1.001') + entry('1.100'))).toEqual([
    'Statement 1, line 1 has more decimals than EUR has.',
  ]);
});
