import { toText } from '../decimal.ts';
import { amountToPay, sumOf } from './amounts.ts';
import { latinName, latinText } from './characters.ts';
import { accountElement, accountOf, addressElement, agentElement } from './pain001-parts.ts';
import { assertDate, assertId, assertTime, assertUnique } from './payment-rules.ts';
import type { PaymentBatch, PaymentScheme, Payout } from './payment-batch.ts';
import { PaymentFileError } from './payment-file-error.ts';
import { namespaceOf, optional, xml, xmlDeclaration, type Element } from './xml.ts';

type SchemeRules = {
  readonly currency: string;
  readonly type: Element;
  readonly charges: string;
  readonly accounts: readonly Payout['account']['kind'][];
  readonly needsAddress: boolean;
};

const sepaLevel: Element = ['SvcLvl', ['Cd', 'SEPA']];
const schemes: Readonly<Record<PaymentScheme, SchemeRules>> = {
  sepa: { currency: 'EUR', type: ['PmtTpInf', sepaLevel], charges: 'SLEV', accounts: ['iban'], needsAddress: false },
  'sepa-instant': {
    currency: 'EUR',
    type: ['PmtTpInf', sepaLevel, ['LclInstrm', ['Cd', 'INST']]],
    charges: 'SLEV',
    accounts: ['iban'],
    needsAddress: false,
  },
  'gbp-domestic': {
    currency: 'GBP',
    type: ['PmtTpInf', ['SvcLvl', ['Cd', 'NURG']]],
    charges: 'SHAR',
    accounts: ['uk'],
    needsAddress: false,
  },
  // CBPR+ refuses a receiver without a town and a country.
  'usd-cross-border': {
    currency: 'USD',
    type: ['PmtTpInf', ['SvcLvl', ['Cd', 'URGP']]],
    charges: 'SHAR',
    accounts: ['iban', 'us', 'other'],
    needsAddress: true,
  },
};

const MESSAGE = 'pain.001.001.09';
/** The EPC's limit for names. Other schemes allow 140 characters. */
const MAXIMUM_NAME = 70;
const MAXIMUM_REMITTANCE = 140;
/** The schema requires the element. The EPC uses this word if only the IBAN names the bank. */
const unknownAgent: Element = ['DbtrAgt', ['FinInstnId', ['Othr', ['Id', 'NOTPROVIDED']]]];
/** The schema allows 18 digits in total. The EPC allows fewer digits. */
const MAXIMUM_AMOUNT_DIGITS = 11;

/**
 * Writes a payment file in the format pain.001.001.09. The same batch gives the same text. Throws a `PaymentFileError`
 * for a batch that a bank would reject.
 */
export function writePain001(batch: PaymentBatch): string {
  const rules = schemes[batch.scheme];
  assertBatch(batch);
  const account = accountOf(batch.debtorAccount, 'The account of the batch');
  const amounts = batch.payouts.map((payout) => amountOf(payout, rules.currency));
  const count: Element = ['NbOfTxs', String(batch.payouts.length)];
  const sum: Element = ['CtrlSum', sumOf(amounts, rules.currency)];
  const debtorName: Element = ['Nm', latinName(batch.debtor.name, MAXIMUM_NAME, 'The name of the account')];
  const header: Element = [
    'GrpHdr',
    ['MsgId', batch.id],
    ['CreDtTm', batch.created],
    count,
    sum,
    ['InitgPty', debtorName],
  ];
  const part: Element = [
    'PmtInf',
    ['PmtInfId', batch.id],
    ['PmtMtd', 'TRF'],
    ['BtchBookg', String(batch.bookAsBatch)],
    count,
    sum,
    rules.type,
    ['ReqdExctnDt', ['Dt', batch.executionDate]],
    ['Dbtr', debtorName, addressElement(batch.debtor.address, 'The address of the account')],
    accountElement('DbtrAcct', account, rules.currency),
    agentElement('DbtrAgt', account) ?? unknownAgent,
    ['ChrgBr', rules.charges],
    ...batch.payouts.map((payout) => transaction(payout, rules)),
  ];
  const document: Element = [`Document xmlns="${namespaceOf(MESSAGE)}"`, ['CstmrCdtTrfInitn', header, part]];
  return xmlDeclaration + xml(document);
}

function assertBatch({ id, created, executionDate, payouts }: PaymentBatch): void {
  assertId(id, 'The id of the batch');
  assertTime(created);
  assertDate(executionDate);
  if (payouts.length === 0) throw new PaymentFileError('The batch has no payouts.');
  assertUnique(payouts.map((payout) => payout.id));
}

function amountOf(payout: Payout, currency: string) {
  const amount = amountToPay(payout.amount, currency, `The amount of payout ${payout.id}`);
  if (toText(amount, currency).replace('.', '').length > MAXIMUM_AMOUNT_DIGITS)
    throw new PaymentFileError(`The amount of payout ${payout.id} is more than 999999999.99.`);
  return amount;
}

function transaction(payout: Payout, { currency, accounts, needsAddress }: SchemeRules): Element {
  const { id, creditor, account } = payout;
  assertId(id, 'The id of a payout');
  if (!accounts.includes(account.kind))
    throw new PaymentFileError(`The account of payout ${id} is of the wrong kind for this batch.`);
  if (needsAddress && !creditor.address) throw new PaymentFileError(`Payout ${id} needs the receiver's address.`);
  const remittance = latinText(payout.remittance, MAXIMUM_REMITTANCE);
  const checked = accountOf(account, `The account of payout ${id}`);
  return [
    'CdtTrfTxInf',
    ['PmtId', ['InstrId', id], ['EndToEndId', id]],
    ['Amt', [`InstdAmt Ccy="${currency}"`, toText(amountOf(payout, currency), currency)]],
    agentElement('CdtrAgt', checked),
    [
      'Cdtr',
      ['Nm', latinName(creditor.name, MAXIMUM_NAME, `The receiver's name of payout ${id}`)],
      addressElement(creditor.address, `The address of payout ${id}`),
    ],
    accountElement('CdtrAcct', checked),
    remittance === null ? null : ['RmtInf', optional('Ustrd', remittance)],
  ];
}
