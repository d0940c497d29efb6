import fc from 'fast-check';
import { expect, test } from 'vitest';
import { american, batchOf, berlin, british, german, randomBatches } from '../../test/payment-batches.ts';
import { amountText, ids } from '../../test/writable.ts';
import { all, parsed, problems, textAt, type Rule } from '../../test/xml-rules.ts';
import { checkFile } from '../check.ts';
import { latinName, latinText } from './characters.ts';
import { writePain001 } from './pain001.ts';
import type { PaymentAccount, PaymentBatch, PaymentScheme, Payout } from './payment-batch.ts';
import { PaymentFileError } from './payment-file-error.ts';

/**
 * A second implementation of the schema's constraints on the elements that Florin writes. It checks the order and
 * number of elements, the lengths and characters of texts, and the forms of amounts, dates, IBANs, BICs and codes. If
 * banks are stricter than the schema, so is this implementation. pain001-schema.test.ts validates the same batches
 * against the schema itself, if the schema is available.
 */
const text = (maximum: number) => new RegExp(`^(?! )[a-zA-Z0-9/\\-?:().,'+ ]{1,${maximum}}(?<! )$`);
const count = /^[1-9]\d{0,14}$/;
const sum = /^\d{1,15}\.\d\d$/;
const date = /^\d{4}-\d\d-\d\d$/;
const bic = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;
const iban = /^[A-Z]{2}\d\d[A-Z0-9]{1,30}$/;
const address: Rule = {
  'StrtNm?': text(70),
  'BldgNb?': text(16),
  'PstCd?': text(16),
  TwnNm: text(35),
  Ctry: /^[A-Z]{2}$/,
};
const party: Rule = { Nm: text(70), 'PstlAdr?': address };
const account: Rule = {
  Id: { 'IBAN?': iban, 'Othr?': { Id: /^[A-Za-z0-9 -]{1,34}$/, SchmeNm: { Cd: /^BBAN$/ } } },
  'Ccy?': /^[A-Z]{3}$/,
};
const bank: Rule = {
  FinInstnId: {
    'BICFI?': bic,
    'ClrSysMmbId?': { ClrSysId: { Cd: /^(?:GBDSC|USABA)$/ }, MmbId: /^(?:\d{6}|\d{9})$/ },
    'Othr?': { Id: /^NOTPROVIDED$/ },
  },
};
const transaction: Rule = {
  PmtId: { InstrId: text(35), EndToEndId: text(35) },
  Amt: { InstdAmt: sum },
  'CdtrAgt?': bank,
  Cdtr: party,
  CdtrAcct: account,
  'RmtInf?': { Ustrd: text(140) },
};
const part: Rule = {
  PmtInfId: text(35),
  PmtMtd: /^TRF$/,
  BtchBookg: /^(?:true|false)$/,
  NbOfTxs: count,
  CtrlSum: sum,
  PmtTpInf: { SvcLvl: { Cd: /^(?:SEPA|NURG|URGP)$/ }, 'LclInstrm?': { Cd: /^INST$/ } },
  ReqdExctnDt: { Dt: date },
  Dbtr: party,
  DbtrAcct: account,
  DbtrAgt: bank,
  ChrgBr: /^(?:SLEV|SHAR)$/,
  'CdtTrfTxInf*': transaction,
};
const document: Rule = {
  CstmrCdtTrfInitn: {
    GrpHdr: {
      MsgId: text(35),
      CreDtTm: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
      NbOfTxs: count,
      CtrlSum: sum,
      InitgPty: party,
    },
    PmtInf: part,
  },
};

test("writes files that fit the schema and the banks' rules, for names in every script", { timeout: 300_000 }, () => {
  fc.assert(
    fc.property(randomBatches, (batch) => {
      const file = writePain001(batch);
      const tree = parsed(file);
      expect(tree.attributes['xmlns']).toBe('urn:iso:std:iso:20022:tech:xsd:pain.001.001.09');
      expect(problems(tree, document)).toEqual([]);
      const total = amountText(batch.payouts.reduce((sum, { amount }) => sum + Number(amount.replace('.', '')), 0));
      for (const path of ['CstmrCdtTrfInitn/GrpHdr', 'CstmrCdtTrfInitn/PmtInf']) {
        expect(textAt(tree, `${path}/CtrlSum`)).toBe(total);
        expect(textAt(tree, `${path}/NbOfTxs`)).toBe(String(batch.payouts.length));
      }
      const transactions = all(tree, 'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf');
      expect(transactions.map((one) => textAt(one, 'PmtId/EndToEndId'))).toEqual(batch.payouts.map(({ id }) => id));
      expect(transactions.map((one) => textAt(one, 'Amt/InstdAmt'))).toEqual(batch.payouts.map(({ amount }) => amount));
      expect(writePain001(batch)).toBe(file);
    }),
    { numRuns: 100 },
  );
});

test('writes files that our reader reads back equal', () => {
  fc.assert(
    fc.property(randomBatches, (batch) => {
      const [file] = checkFile('payments.xml', [Buffer.from(writePain001(batch))]);
      expect(file).toMatchObject({ format: 'pain.001', warnings: [] });
      expect(file).not.toHaveProperty('error');
      expect(file?.statements).toMatchObject([
        {
          account: numberOf(batch.debtorAccount),
          sequence: batch.id,
          from: batch.executionDate,
          opening: null,
          closing: null,
          lines: batch.payouts.map(({ id, amount, creditor, account, remittance }) => ({
            booked: batch.executionDate,
            amount: `-${amount}`,
            counterparty: latinName(creditor.name, 70, 'The name'),
            counterparty_account: numberOf(account),
            remittance: latinText(remittance, 140),
            end_to_end_id: id,
          })),
        },
      ]);
    }),
    { numRuns: 100 },
  );
});

const numberOf = (own: PaymentAccount) => (own.kind === 'iban' ? own.iban.replaceAll(' ', '') : own.accountNumber);

test.each([
  ['sepa', 'EUR', 'SEPA', undefined, 'SLEV'],
  ['sepa-instant', 'EUR', 'SEPA', 'INST', 'SLEV'],
  ['gbp-domestic', 'GBP', 'NURG', undefined, 'SHAR'],
  ['usd-cross-border', 'USD', 'URGP', undefined, 'SHAR'],
] as const)('writes %s in %s with its codes', (scheme, currency, level, instrument, charges) => {
  const [own] = all(parsed(writePain001(batchOf(scheme))), 'CstmrCdtTrfInitn/PmtInf');
  if (!own) throw new Error('no part');
  expect(textAt(own, 'PmtTpInf/SvcLvl/Cd')).toBe(level);
  expect(textAt(own, 'PmtTpInf/LclInstrm/Cd')).toBe(instrument);
  expect(textAt(own, 'ChrgBr')).toBe(charges);
  expect(all(own, 'CdtTrfTxInf/Amt/InstdAmt')[0]?.attributes).toEqual({ Ccy: currency });
});

test('writes a sort code, and the placeholder for a bank that only the IBAN names', () => {
  const batch = batchOf('gbp-domestic', { debtorAccount: { kind: 'iban', iban: 'GB82WEST12345698765432' } });
  const tree = parsed(writePain001(batch));
  const own = 'CstmrCdtTrfInitn/PmtInf';
  expect(textAt(tree, `${own}/DbtrAgt/FinInstnId/Othr/Id`)).toBe('NOTPROVIDED');
  expect(textAt(tree, `${own}/CdtTrfTxInf/CdtrAgt/FinInstnId/ClrSysMmbId/MmbId`)).toBe('202959');
  expect(textAt(tree, `${own}/CdtTrfTxInf/CdtrAcct/Id/Othr/Id`)).toBe('63748472');
  const fromBritain = batchOf('gbp-domestic', { debtorAccount: british });
  expect(textAt(parsed(writePain001(fromBritain)), `${own}/DbtrAgt/FinInstnId/ClrSysMmbId/MmbId`)).toBe('202959');
});

test('writes a routing number for an account in the United States', () => {
  const tree = parsed(writePain001(batchOf('usd-cross-border', { debtorAccount: american }, { account: american })));
  for (const agent of ['DbtrAgt', 'CdtTrfTxInf/CdtrAgt']) {
    const member = `CstmrCdtTrfInitn/PmtInf/${agent}/FinInstnId/ClrSysMmbId`;
    expect([textAt(tree, `${member}/ClrSysId/Cd`), textAt(tree, `${member}/MmbId`)]).toEqual(['USABA', '021000021']);
  }
  expect(textAt(tree, 'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/CdtrAcct/Id/Othr/Id')).toBe('12345-678');
});

test('adds the amounts of the payouts without rounding', () => {
  const payouts = Array.from({ length: 1_000 }, (_, index) => ({
    id: ids('P')(index),
    amount: '999999999.99',
    creditor: { name: 'Anna Bell' },
    account: german,
  }));
  expect(writePain001(batchOf('sepa', { payouts }))).toContain('<CtrlSum>999999999990.00</CtrlSum>');
});

test.each<[string, Partial<PaymentBatch>, Partial<Payout>, PaymentScheme?]>([
  ['The batch has no payouts.', { payouts: [] }, {}],
  ['The id of the batch, "BÄTCH", has characters that banks do not pass on.', { id: 'BÄTCH' }, {}],
  ['"2026-11-31" is not a date such as 2026-11-30.', { executionDate: '2026-11-31' }, {}],
  ['"now" is not a time such as 2026-11-29T12:00:00Z.', { created: 'now' }, {}],
  [`The id of a payout, "${'A'.repeat(36)}", is longer than 35 characters.`, {}, { id: 'A'.repeat(36) }],
  ['The id of a payout, "/A", has characters that banks do not pass on.', {}, { id: '/A' }],
  ['The amount of payout PAYOUT-1 must be more than zero, but it is 0.00.', {}, { amount: '0.00' }],
  ['The amount of payout PAYOUT-1 must be more than zero, but it is -1.', {}, { amount: '-1' }],
  ['The amount of payout PAYOUT-1 is 1.001, which has more decimals than EUR has.', {}, { amount: '1.001' }],
  ['The amount of payout PAYOUT-1: "1e3" is not an amount.', {}, { amount: '1e3' }],
  ['The amount of payout PAYOUT-1 is more than 999999999.99.', {}, { amount: '1000000000' }],
  ['The account of payout PAYOUT-1 is of the wrong kind for this batch.', {}, { account: british }],
  ['The account of payout PAYOUT-1 has an IBAN that is not valid.', {}, { account: { kind: 'iban', iban: 'DE00' } }],
  ['The account of payout PAYOUT-1 has a BIC that is not valid.', {}, { account: { ...german, bic: 'COBA' } }],
  ["Payout PAYOUT-1 needs the receiver's address.", {}, { creditor: { name: 'A' } }, 'usd-cross-border'],
  [
    'The address of payout PAYOUT-1 has no country code such as DE.',
    {},
    { creditor: { name: 'A', address: { ...berlin, country: '' } } },
  ],
  [
    'The account of payout PAYOUT-1 needs an account number of 8 digits.',
    {},
    { account: { ...british, accountNumber: '1' } },
    'gbp-domestic',
  ],
  ['The account of the batch needs a sort code of 6 digits.', { debtorAccount: { ...british, sortCode: '1' } }, {}],
  [
    'The account of payout PAYOUT-1 needs a routing number of 9 digits.',
    {},
    { account: { kind: 'us', routing: '1', accountNumber: '1' } },
    'usd-cross-border',
  ],
  [
    'The account of payout PAYOUT-1 needs an account number of at most 17 letters, digits and hyphens.',
    {},
    { account: { kind: 'us', routing: '021000021', accountNumber: '1 2' } },
    'usd-cross-border',
  ],
  [
    'The account of payout PAYOUT-1 needs a BIC.',
    {},
    { account: { kind: 'other', accountNumber: '1', bic: '' } },
    'usd-cross-border',
  ],
])('refuses a pain.001 batch with "%s"', (message, batch, payout, scheme = 'sepa') => {
  expect(() => writePain001(batchOf(scheme, batch, payout))).toThrow(new PaymentFileError(message));
});

test('refuses a payout that appears twice', () => {
  const { payouts } = batchOf('sepa');
  expect(() => writePain001(batchOf('sepa', { payouts: [...payouts, ...payouts] }))).toThrow(
    'The batch has payout PAYOUT-1 twice.',
  );
});
