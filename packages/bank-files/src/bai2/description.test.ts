import { expect, test } from 'vitest';
import { onlyLine } from '../../test/read-text.ts';

/** Reads one transaction. */
const transaction = (...records: string[]) =>
  onlyLine(['01,A,B,240430,0829,7,,,2/', '02,B,A,1,240429,,USD,2/', '03,1,,/', ...records].join('\n'));

test.each([
  ['16,257,100,Z,,,ACH RETURN R01 INSUFFICIENT FUNDS', 'R01'],
  ['16,557,100,Z,,,ACH return, Reason: "R02"', 'R02'],
  ['16,495,100,Z,,,RETURN REASON R10', 'R10'],
  ['16,255,100,Z,,,Check return, Return Reason: "Payee unknown"', 'Payee unknown'],
  ['16,555,100,Z,,,RETURNED CHEQUE, NSF', 'RETURNED CHEQUE'],
  ['16,195,100,Z,,,ROUTE R01 TOLL', null],
])('finds the reason of the return %s', (record, reason) => {
  expect(transaction(record).return_reason).toBe(reason);
});

test.each([
  [
    'an ACH credit',
    '16,165,1,Z,,,ORIG CO NAME:RED FOX INC       ORIG ID:1234567890 DESC DATE:240429 CO ENTRY DESCR:PAYROLL   SEC:PPD IND NAME:FLORIN',
    'RED FOX INC',
    null,
  ],
  [
    'a returned ACH payment',
    '16,257,1,Z,,,ORIG CO NAME:FLORIN          ORIG ID:1 IND ID:9 IND NAME:ROE, JANE TRN: 0031234567TC',
    'ROE, JANE',
    null,
  ],
  [
    'a description with DES',
    '16,142,1,Z,,,RED FOX INC DES:PAYROLL ID:123 INDN:FLORIN CO ID:1234567890 PPD',
    'RED FOX INC',
    null,
  ],
  [
    'an incoming wire',
    '16,195,1,Z,,,FEDWIRE CREDIT VIA: FIRST BANK/021000021 B/O: RED FOX INC REF: CTR/BNF=FLORIN RFB=O/B FIRST OBI=RF18539007547034',
    'RED FOX INC',
    null,
  ],
  [
    'an outgoing wire',
    '16,495,1,Z,,,ORG=FLORIN BNF=/0987654321 JANE ROE   1 MAIN ST OBI=PAYOUT',
    'JANE ROE',
    '0987654321',
  ],
  [
    'an outgoing wire with an account behind the name',
    '16,495,1,Z,,,BNF=JANE ROE/AC-0987654321 OBI=PAYOUT',
    'JANE ROE',
    '0987654321',
  ],
  ['an unknown text', '16,195,1,Z,,,Deposit', null, null],
])('finds the other party of %s', (_, record, counterparty, counterparty_account) => {
  expect(transaction(record)).toMatchObject({ counterparty, counterparty_account });
});

test('reads labeled continuations', () => {
  expect(
    transaction(
      '16,495,50500,,GI2321,,Outgoing Wire,To: JANE ROE',
      '88,EREF: PAYOUT-7',
      '88,CACT: 609873838',
      '88,CRNM: JANE ROE',
      '88,DBNM: FLORIN',
    ),
  ).toMatchObject({ counterparty: 'JANE ROE', counterparty_account: '609873838', end_to_end_id: 'PAYOUT-7' });
});
