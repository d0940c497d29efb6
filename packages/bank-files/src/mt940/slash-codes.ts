import { labeledParts, valueOf, type LabeledPart } from '../labeled-text.ts';
import type { Context, Description } from './description.ts';

const code =
  /\/(TRTP|TRCD|IBAN|BIC|NAME|REMI|EREF|KREF|MARF|CSID|ORDP|BENM|CNTP|ULTD|ULTC|ULTB|ULTO|PREF|PURP|RTRN|ISDT|ADDR|ACCW|OCMT|CHGS|BREF|ID)\//g;
const begin = /^\s*\/(?:[A-Z]{3,4})\//;
const parties = new Set(['ORDP', 'BENM', 'ULTD', 'ULTC', 'ULTB', 'ULTO']);

/** Reads descriptions of Dutch and Nordic banks with codes between slashes. Returns null for other texts. */
export function slashCodes(text: string, { isCredit }: Context): Description | null {
  if (!begin.test(text) && !text.includes('/EREF/') && !text.includes('/REMI/')) return null;
  const parts = labeledParts(text, code).map(({ label, value }) => ({ label, value: trimmed(value) }));
  if (parts.length === 1) return null;
  const [iban, , name] = valueOf(parts, 'CNTP')?.split('/') ?? [];
  const { remittance, structured_reference } = remittanceOf(valueOf(parts, 'REMI'));
  return {
    counterparty: nameOf(parts, isCredit) ?? name ?? null,
    counterparty_account: accountOf(valueOf(parts, 'IBAN') ?? iban ?? valueOf(parts, 'ACCW')),
    remittance: remittance ?? valueOf(parts, ''),
    structured_reference,
    ...(parts.some(({ label }) => label === 'EREF') ? { end_to_end_id: valueOf(parts, 'EREF') } : {}),
    batch_id: valueOf(parts, 'PREF') ?? valueOf(parts, 'KREF'),
    return_reason: valueOf(parts, 'RTRN')?.split('/')[0] ?? null,
  };
}

/** Removes the slashes that close a code's value. */
function trimmed(value: string): string {
  let [start, end] = [0, value.length];
  while (start < end && /[\s/]/.test(value.charAt(start))) start += 1;
  while (end > start && /[\s/]/.test(value.charAt(end - 1))) end -= 1;
  return value.slice(start, end);
}

/** Returns the name of the other party: the sender of a credit, or the beneficiary of a debit. */
function nameOf(parts: readonly LabeledPart[], isCredit: boolean): string | null {
  const names = new Map<string, string>();
  let party = '';
  for (const { label, value } of parts) {
    if (parties.has(label)) party = label;
    if (value !== '' && (label === 'NAME' || label === 'ORDP' || label === 'BENM') && !names.has(party))
      names.set(party, value);
  }
  const order = isCredit ? ['', 'ORDP', 'ULTO', 'ULTD', 'BENM'] : ['', 'BENM', 'ULTB', 'ULTC', 'ORDP'];
  return order.map((key) => names.get(key)).find((name) => name !== undefined) ?? null;
}

const accountOf = (text: string | null | undefined): string | null =>
  text?.split(/[,/]/)[0]?.replace(/\s/g, '') ?? null;

/** Reads `USTD//text`, `STRD/CUR/reference`, or plain text. */
function remittanceOf(text: string | null): { remittance: string | null; structured_reference: string | null } {
  if (text?.startsWith('STRD/')) {
    const reference = text.split('/')[2] ?? '';
    return { remittance: reference, structured_reference: reference };
  }
  return { remittance: text?.startsWith('USTD/') ? trimmed(text.slice(5)) : text, structured_reference: null };
}
