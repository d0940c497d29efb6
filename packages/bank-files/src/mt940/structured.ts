import { labeledParts, valueOf } from '../labeled-text.ts';
import { germanReturnCodes, returnReasonAtStart, returnReasonIn } from '../return-reasons.ts';
import type { Context, Description } from './description.ts';

/** Subfields have 27 characters. A line of the sender or a blank ends after a shorter subfield. */
const FULL_SUBFIELD = 27;

/** Banks may choose the separator. An unusual separator needs the number 00 behind it. */
const begin = /^\s*(\d{3})?\s?(?:([?>^~<])(?=[0-3]\d)|([^\w\s/.,:-])(?=00))/;
const keywordAtStart = /^(?:[EKM]REF|CRED|DEBT|SVWZ|ABW[AE]|BIC|IBAN|COAM|OAMT|PURP)(?:\+|: )/;
const keyword =
  /(?<![A-Za-z0-9])([EKM]REF|CRED|DEBT|SVWZ|ABW[AE]|BIC|IBAN|COAM|OAMT|PURP)(?:\+|: )|([EKM]REF|SVWZ|CRED|ABW[AE])\+/g;
/** Kinds of movements that return a payment: direct debits and credit transfers, of the old schemes and of SEPA. */
const returnKinds = new Set(['009', '059', '108', '109', '110', '159', '181', '184']);
const returnWord = /retoure|r(?:ue|ü)cklast|r(?:ue|ü)ck(?:ue|ü)berweisung|\breturn/i;

/** Reads German, Austrian, Polish and similar descriptions with numbered subfields. Returns null for other texts. */
export function structured(text: string, { entry }: Context): Description | null {
  const [, kind = null, usual, unusual] = begin.exec(text) ?? [];
  const separator = usual ?? (kind === null ? undefined : unusual);
  if (separator === undefined) return null;
  const subfields = subfieldsOf(text, separator);
  const numbered = (from: number, to: number) =>
    subfields.filter(({ number }) => number >= from && number <= to).map(({ value }) => value);
  const parts = labeledParts(withBreaks([...numbered(20, 29), ...numbered(60, 63)]), keyword);
  const name = withBreaks(numbered(32, 33)).replaceAll('\n', ' ').trim();
  return {
    counterparty: name === '' ? spread(valueOf(parts, 'ABWA', 'ABWE')) : name,
    counterparty_account: accountOf(numbered(38, 38), numbered(31, 31), numbered(10, 10)) ?? idOf(parts, 'IBAN'),
    remittance: remittanceOf(parts),
    ...(parts.some(({ label }) => label === 'EREF') ? { end_to_end_id: idOf(parts, 'EREF') } : {}),
    batch_id: idOf(parts, 'KREF'),
    return_reason: isReturn(kind, entry.type, numbered(0, 0).join(''))
      ? reasonOf(numbered, parts)
      : returnReasonAtStart(remittanceOf(parts)),
    kind,
  };
}

type Subfield = { readonly number: number; readonly value: string };

function subfieldsOf(text: string, separator: string): readonly Subfield[] {
  const pattern = new RegExp(`\\${separator}([0-367]\\d)`, 'g');
  return labeledParts(text, pattern)
    .filter(({ label }) => label !== '')
    .map(({ label, value }) => ({ number: Number(label), value }));
}

/** Joins subfields. Adds a line break after a short subfield and before a keyword. */
function withBreaks(values: readonly string[]): string {
  const parts: string[] = [];
  for (const [index, value] of values.entries()) {
    const before = values[index - 1];
    if (before !== undefined && (before.length < FULL_SUBFIELD || keywordAtStart.test(value))) parts.push('\n');
    parts.push(value);
  }
  return parts.join('');
}

const spread = (text: string | null): string | null => text?.replaceAll('\n', ' ') ?? null;

/** Returns an id. A short subfield marks the end of the id. */
const idOf = (parts: Parameters<typeof valueOf>[0], label: string): string | null =>
  valueOf(parts, label)?.split('\n')[0]?.trim() ?? null;

const ids = new Set(['EREF', 'KREF', 'MREF', 'CRED', 'DEBT', 'IBAN', 'BIC', 'COAM', 'OAMT', 'PURP']);

/** Returns the text for the receiver: after `SVWZ`, otherwise before the first keyword, or after a short id. */
function remittanceOf(parts: Parameters<typeof valueOf>[0]): string | null {
  const hasText = valueOf(parts, 'SVWZ') !== null;
  const texts: string[] = [];
  for (const { label, value } of parts) {
    if (label === 'SVWZ' || (label === '' && !hasText)) texts.push(value);
    if (!hasText && ids.has(label)) texts.push(value.split('\n').slice(1).join('\n'));
  }
  const text = texts.join('\n').replaceAll('\n', ' ').trim();
  return text === '' ? null : text;
}

function accountOf(iban: readonly string[], own: readonly string[], triodos: readonly string[]): string | null {
  const account = [iban, own].map((values) => values.join('').replace(/\s/g, '')).find((value) => value !== '');
  const other = triodos.join('').trim();
  // Triodos has the other account in subfield 10. Other banks have a short batch number in this subfield.
  return /^(?:\d{10,}|[A-Z]{2}\d{2}[A-Z0-9]{10,30})$/.test(other) ? other : (account ?? null);
}

const isReturn = (kind: string | null, type: string | null, title: string): boolean =>
  (kind !== null && returnKinds.has(kind)) || type === 'NRTI' || returnWord.test(title);

function reasonOf(numbered: (from: number, to: number) => string[], parts: Parameters<typeof valueOf>[0]) {
  const known = germanReturnCodes.get(numbered(34, 34).join('').trim());
  const text = parts
    .map(({ value }) => value)
    .join(' ')
    .replaceAll('\n', ' ');
  return known ?? returnReasonIn(text) ?? numbered(0, 0).join('');
}
