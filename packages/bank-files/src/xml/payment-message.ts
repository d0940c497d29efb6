import { BankFileError } from '../bank-file.ts';
import { add, equals, negate, parseDecimal, zero, type Decimal } from '../decimal.ts';
import type { Output, StatementDraft } from '../output.ts';
import type { XmlElement } from './elements.ts';
import type { MessageHandler } from './messages.ts';
import { remittanceOf } from './remittance.ts';
import { accountNumberOf, firstProvided, moneyOf, nameOf, possibleDateOf } from './values.ts';

/**
 * Reads pain.001: payments that a bank must make. Each payment block counts as a statement of the paying account, with
 * negative lines and no balances. Florin reads such a message to check a file, and never books it.
 */
export function paymentMessageHandler(output: Output): MessageHandler {
  let block: StatementDraft | null = null;
  let paid: Decimal = zero;
  let count = 0;
  let declared: XmlElement | null = null;
  return {
    opened: (part) => {
      if (part.name === 'PmtInf') block = output.statement();
    },
    closed: (part) => {
      if (part.name === 'GrpHdr') declared = part;
      else if (part.name === 'CdtTrfTxInf') {
        if (block === null) throw new BankFileError('A payment is outside of a payment block.');
        count += 1;
        paid = add(paid, addPayment(block, part));
      } else if (block !== null) {
        describe(block, part, (text) => output.warn(text));
        if (part.name === 'PmtInf') {
          block.finish();
          block = null;
        }
      }
    },
    end: () => {
      if (count === 0) throw new BankFileError('The pain.001 message has no payment.');
      const total = declared?.textAt('CtrlSum') ?? null;
      if (total !== null && !equals(parseDecimal(total), paid))
        output.warn('The sum of the payments is not the CtrlSum.');
      const number = declared?.textAt('NbOfTxs') ?? null;
      if (number !== null && Number(number) !== count) output.warn('The number of payments is not the NbOfTxs.');
    },
  };
}

/** Reads the elements before the payments of a block. */
function describe(block: StatementDraft, part: XmlElement, warn: (text: string) => void): void {
  if (part.name === 'PmtInfId') block.sequence = part.text();
  if (part.name === 'DbtrAcct') {
    block.account = accountNumberOf(part);
    block.currency = part.textAt('Ccy');
  }
  if (part.name === 'ReqdExctnDt') block.from = block.to = possibleDateOf(part, warn);
}

/** Adds a payment and returns its amount. */
function addPayment(block: StatementDraft, payment: XmlElement): Decimal {
  const money = moneyOf(payment.at('Amt', 'InstdAmt') ?? payment.at('Amt', 'EqvtAmt', 'Amt'));
  const remittance = remittanceOf(payment.at('RmtInf'));
  block.currency ??= money.currency;
  block.add({
    booked: block.to,
    amount: negate(money.amount),
    ...(money.currency === null ? {} : { currency: money.currency }),
    counterparty: nameOf(payment.at('Cdtr')) ?? nameOf(payment.at('UltmtCdtr')),
    counterparty_account: accountNumberOf(payment.at('CdtrAcct')),
    remittance: remittance.text,
    structured_reference: remittance.structured_reference,
    end_to_end_id: firstProvided(payment.textAt('PmtId', 'EndToEndId'), payment.textAt('PmtId', 'InstrId')),
  });
  return money.amount;
}
