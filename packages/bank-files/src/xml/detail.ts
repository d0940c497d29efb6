import { chargesOf } from './charges.ts';
import { reasonNotStated } from '../reasons.ts';
import type { XmlElement } from './elements.ts';
import { joinedLines, remittanceOf } from './remittance.ts';
import {
  accountNumberOf,
  directionOf,
  firstProvided,
  nameOf,
  possibleMoneyOf,
  transactionCodeOf,
  type Direction,
  type Money,
} from './values.ts';

export type Party = { readonly name: string | null; readonly account: string | null };

/** The essential data of a payment within an entry, because an entry may have very many payments. */
export type Detail = {
  /** The amount from each of the sources. Banks fill the sources differently, and in several currencies. */
  readonly amounts: readonly (Money | null)[];
  /** The payment's direction. Null if the entry has the same direction. */
  readonly direction: Direction | null;
  readonly debtor: Party;
  readonly creditor: Party;
  readonly remittance: string | null;
  readonly structured_reference: string | null;
  readonly end_to_end_id: string | null;
  readonly bank_reference: string | null;
  readonly batch_id: string | null;
  /** The reference if the bank gives no reference to the payment and the entry. */
  readonly other_reference: string | null;
  readonly is_return: boolean;
  readonly return_reason: string | null;
  readonly code: string | null;
  readonly charges: Money | null;
};

/** The places of a detail's amount. The place that most likely has the account's currency comes first. */
export const amountSources = [
  ['Amt'],
  ['AmtDtls', 'TxAmt', 'Amt'],
  ['AmtDtls', 'CntrValAmt', 'Amt'],
  ['AmtDtls', 'InstdAmt', 'Amt'],
] as const;

/** Reads `TxDtls`. */
export function detailOf(element: XmlElement): Detail {
  const refs = element.at('Refs');
  const parties = element.at('RltdPties');
  const remittance = remittanceOf(element.at('RmtInf'));
  const returned = element.at('RtrInf');
  return {
    amounts: amountSources.map((path) => possibleMoneyOf(element.at(...path))),
    direction: directionOf(element.only('CdtDbtInd')),
    debtor: partyOf(parties, 'Dbtr'),
    creditor: partyOf(parties, 'Cdtr'),
    remittance: remittance.text ?? element.textAt('AddtlTxInf'),
    structured_reference: remittance.structured_reference,
    end_to_end_id: refs?.textAt('EndToEndId') ?? null,
    bank_reference: firstProvided(refs?.textAt('AcctSvcrRef') ?? null),
    batch_id: batchIdOf(refs),
    other_reference: firstProvided(refs?.textAt('TxId') ?? null, refs?.textAt('ClrSysRef') ?? null),
    is_return: returned !== null,
    return_reason: returned === null ? null : returnReasonOf(returned),
    code: transactionCodeOf(element.at('BkTxCd')),
    charges: chargesOf(element),
  };
}

/** Returns the id that the sender gave the batch. */
export const batchIdOf = (element: XmlElement | null): string | null =>
  firstProvided(element?.textAt('PmtInfId') ?? null, element?.textAt('MsgId') ?? null);

function partyOf(parties: XmlElement | null, role: 'Dbtr' | 'Cdtr'): Party {
  if (parties === null) return { name: null, account: null };
  const account = parties.at(`${role}Acct`);
  const name = nameOf(parties.at(role)) ?? nameOf(parties.at(`Ultmt${role}`)) ?? account?.textAt('Nm') ?? null;
  return { name, account: accountNumberOf(account) };
}

/** An empty element contains no reason. */
function returnReasonOf(returned: XmlElement): string | null {
  for (const name of ['Rsn', 'RtrRsn']) {
    const reason = returned.at(name);
    const code = reason?.textAt('Cd') ?? reason?.textAt('Prtry') ?? reason?.text() ?? null;
    if (code !== null) return code;
  }
  const texts = [...returned.all('AddtlInf'), ...returned.all('AddtlRtrRsnInf')].map(({ content }) => content);
  return joinedLines(texts) ?? (returned.children.length > 0 ? reasonNotStated : null);
}
