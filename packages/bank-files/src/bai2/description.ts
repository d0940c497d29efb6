import { labeledParts, valueOf } from '../labeled-text.ts';
import { returnCodes } from './type-codes.ts';

/** Labels of ACH and wire fields that banks write into the text. */
const label =
  /(?<![A-Za-z])(ORIG CO NAME|ORIG ID|DESC DATE|CO ENTRY DESCR|ENTRY DESCR?|IND NAME|IND ID(?: NO)?|INDN|CO ID|DES|SEC|TRACE ?#|EED|TRN|ID|ORIGINATOR|ORIG|ORG|BENEFICIARY|BNF|OBI|OGB|BBI|RFB|B\/O|REF|IMAD|OMAD|SND BK|RCV BK|PMT DET|SERVICE REF|VIA|[EC]REF|CRNM|DBNM|CACT|DACT|CABA|DABA|CBIC|DBIC|IDNM|REMI|CHKN)(?: ?: ?|=)/g;

const returned = /\b(?:return(?:ed)?|rtn|reason|reject(?:ed)?)(?: code| reason| item)?[\s:"'=#-]{0,5}(R\d\d)\b/i;

type BaiDescription = {
  readonly counterparty: string | null;
  readonly counterparty_account: string | null;
  readonly remittance: string | null;
  readonly end_to_end_id: string | null;
  readonly return_reason: string | null;
};

/** Finds the other party, the payment's id and the reason of a return in a transaction's text. */
export function describe(text: string, code: string, isCredit: boolean): BaiDescription {
  const parts = labeledParts(text, label);
  const isReturn = returnCodes.has(code);
  const party = partyOf(valueOf(parts, ...nameLabels(isCredit, isReturn)) ?? companyOf(parts));
  const account = valueOf(parts, isCredit ? 'DACT' : 'CACT');
  return {
    counterparty: party.name,
    counterparty_account: account?.split(' ')[0] ?? party.account,
    remittance: text === '' ? null : text,
    end_to_end_id: valueOf(parts, 'EREF')?.split(' ')[0] ?? null,
    return_reason: returned.exec(text)?.[1] ?? (isReturn ? reasonOf(text) : null),
  };
}

/**
 * Returns the labels of a credit's sender or a debit's receiver. Both descriptions contain the company name of an ACH
 * payment.
 */
function nameLabels(isCredit: boolean, isReturn: boolean): readonly string[] {
  const ach = isReturn ? ['IND NAME', 'INDN', 'ORIG CO NAME'] : ['ORIG CO NAME'];
  const wire = isCredit ? ['ORG', 'ORIGINATOR', 'ORIG', 'B/O', 'DBNM'] : ['BNF', 'BENEFICIARY', 'CRNM'];
  return [...ach, ...wire, 'IND NAME'];
}

/** Some banks write the company's name before `DES:`. */
const companyOf = (parts: ReturnType<typeof labeledParts>): string | null =>
  parts[1]?.label === 'DES' ? (parts[0]?.value.trim() ?? null) : null;

/** Reads `NAME`, `/account NAME` and `NAME/AC-account`. In columns, the address follows after blanks. */
function partyOf(text: string | null): { name: string | null; account: string | null } {
  if (text === null) return { name: null, account: null };
  const [, before, behind] = /^\/(\S{1,40})\s+(\S.*)$/s.exec(text) ?? [];
  const [name = '', account = ''] = (behind ?? text).split(/\/AC-/);
  const first =
    name
      .split(/ {2,}/)[0]
      ?.replace(/[,;/-]$/, '')
      .trim() ?? '';
  return { name: first === '' ? null : first, account: before ?? (account.split(' ')[0] || null) };
}

/** Returns the code of a return, the reason in quotation marks, or the bank's words at the beginning. */
const reasonOf = (text: string): string | null =>
  /\bR\d\d\b/.exec(text)?.[0] ??
  /reason: ?"([^"]{1,100})"/i.exec(text)?.[1] ??
  (text.split(',')[0]?.slice(0, 100) || null);
