import { BankFileError } from '../bank-file.ts';
import { zero, type Decimal } from '../decimal.ts';
import type { LineDraft } from '../output.ts';
import { counterpartyOf, type Owner } from './counterparty.ts';
import { chargesOf } from './charges.ts';
import { batchIdOf, type Detail } from './detail.ts';
import type { XmlElement } from './elements.ts';
import { amountsOfDetails, type BookedAmount } from './split.ts';
import {
  dateOf,
  directionOf,
  firstProvided,
  isTrue,
  moneyOf,
  signed,
  transactionCodeOf,
  type Money,
} from './values.ts';

/** Returns the status of an entry: `BOOK`, `PDNG`, `INFO` or `FUTR`. Null if it is missing. */
export function statusOf(entry: XmlElement): string | null {
  const status = entry.at('Sts');
  return (status?.textAt('Cd') ?? status?.textAt('Prtry') ?? status?.text() ?? null)?.toUpperCase() ?? null;
}

/** Reads the amount of an entry. Rejects an amount with a doubtful sign. */
export function bookedAmountOf(entry: XmlElement, accountCurrency: string | null): BookedAmount {
  const { amount, currency } = moneyOf(entry.only('Amt'));
  const direction = directionOf(entry.only('CdtDbtInd'));
  if (direction === null && amount.units !== 0n)
    throw new BankFileError('The entry is neither a credit nor a debit (CdtDbtInd).');
  if (amount.units < 0n) throw new BankFileError('The entry has a negative amount, which leaves its sign in doubt.');
  return {
    amount: signed(amount, direction ?? 'CRDT'),
    currency: currency ?? accountCurrency,
    direction: direction ?? 'CRDT',
  };
}

/**
 * Returns the lines of a booked entry: one line for each detail if the details' amounts add up to the entry, otherwise
 * one line.
 */
export function* linesOf(
  entry: XmlElement,
  booked: BookedAmount,
  details: readonly Detail[],
  owner: Owner,
): Generator<LineDraft> {
  const fields = {
    booked: dateOf(entry.at('BookgDt')),
    value: dateOf(entry.at('ValDt')),
    currency: booked.currency ?? '',
    reversal: isTrue(entry.textAt('RvslInd')),
  };
  const own = {
    code: transactionCodeOf(entry.at('BkTxCd')),
    reference: firstProvided(entry.textAt('AcctSvcrRef')),
    otherReference: firstProvided(entry.textAt('NtryRef')),
    text: entry.textAt('AddtlNtryInf'),
    batchId: batchIdOf(entry.at('NtryDtls', 'Btch')),
  };
  const ownCharges = details.length > 1 ? null : (details[0]?.charges ?? chargesOf(entry));
  const chargesIn = (money: Money | null) =>
    money !== null && (money.currency ?? fields.currency) === fields.currency ? money.amount : null;
  const draft = (amount: Decimal, detail: DetailFields): LineDraft => ({
    ...fields,
    amount,
    counterparty: detail.counterparty,
    counterparty_account: detail.counterparty_account,
    remittance: detail.remittance ?? own.text,
    structured_reference: detail.structured_reference,
    end_to_end_id: detail.end_to_end_id,
    bank_reference: detail.bank_reference ?? own.reference ?? detail.other_reference ?? own.otherReference,
    batch_id: detail.batch_id ?? own.batchId,
    return_reason: detail.return_reason,
    code: detail.code ?? own.code,
  });
  const amounts = amountsOfDetails(details, booked);
  if (amounts === null) {
    const kind = { isCredit: booked.direction === 'CRDT', isReversal: fields.reversal };
    const agreed = agreedFields(details, (detail) => fieldsOf(detail, kind, owner));
    yield { ...draft(booked.amount, agreed), charges: chargesIn(ownCharges) };
    return;
  }
  for (const [index, detail] of details.entries()) {
    const amount = amounts[index] ?? zero;
    const isCredit = amount.units === 0n ? (detail.direction ?? booked.direction) === 'CRDT' : amount.units > 0n;
    const charges = chargesIn(details.length > 1 ? detail.charges : ownCharges);
    const part = { ...draft(amount, fieldsOf(detail, { isCredit, isReversal: fields.reversal }, owner)), charges };
    yield details.length > 1 ? { ...part, batch_reference: own.reference } : part;
  }
}

const noFields = {
  counterparty: null,
  counterparty_account: null,
  remittance: null,
  structured_reference: null,
  end_to_end_id: null,
  bank_reference: null,
  batch_id: null,
  other_reference: null,
  return_reason: null,
  code: null,
};
type DetailFields = { readonly [Field in keyof typeof noFields]: string | null };
const fieldNames = Object.keys(noFields) as (keyof DetailFields)[];

function fieldsOf(detail: Detail, kind: Parameters<typeof counterpartyOf>[1], owner: Owner): DetailFields {
  const other = counterpartyOf(detail, kind, owner);
  return {
    counterparty: other.name,
    counterparty_account: other.account,
    remittance: detail.remittance,
    structured_reference: detail.structured_reference,
    end_to_end_id: detail.end_to_end_id,
    bank_reference: detail.bank_reference,
    batch_id: detail.batch_id,
    other_reference: detail.other_reference,
    return_reason: detail.return_reason,
    code: detail.code,
  };
}

/** Returns the values that all details have in common. Other values do not apply to the whole entry. */
function agreedFields(details: readonly Detail[], fieldsOfDetail: (detail: Detail) => DetailFields): DetailFields {
  let agreed: { -readonly [Field in keyof DetailFields]: DetailFields[Field] } | null = null;
  for (const detail of details) {
    const fields = fieldsOfDetail(detail);
    agreed ??= { ...fields };
    for (const name of fieldNames) if (agreed[name] !== fields[name]) agreed[name] = null;
  }
  return agreed ?? noFields;
}
