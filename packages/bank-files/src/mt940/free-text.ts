import { isValidIBAN } from 'ibantools';
import { labeledParts, valueOf } from '../labeled-text.ts';
import type { Context, Description } from './description.ts';
import { joinedText } from './joined-text.ts';

/** Labels of Dutch, Swiss and Polish banks in text. */
const label =
  /(?<![A-Za-z0-9])(REK|NAAM|IBAN|BIC|Naam|Omschrijving|Kenmerk|Machtiging|Incassant|Voor|Betalingskenm\.|AUFTRAGGEBER|MITTEILUNGEN|NA RACH\.|Z RACH\.|OD|DLA|TYT\.|TNR|ID IPH):/g;
const accountWithName = /^([A-Z]{2}\d{2}[A-Z]{4}[A-Z0-9]{10,22}|\d{9,10})(?:\s+(\S.*))?$/s;
const giro = /^GIRO {1,8}(\d{1,9}) {1,8}(\S.*)$/s;
const oldAccount = /^(\d\d\.\d\d\.\d\d\.\d{3}) +(\S.*)$/s;
const card = /^BEA +NR:\S+ +\d\d\.\d\d\.\d\d\/\d\d\.\d\d (.*)$/s;

/** Reads a description without codes. The text stays whole, unless a label marks the part for the receiver. */
export function freeText(lines: readonly string[], context: Context): Description {
  const text = joinedText(lines);
  const parts = labeledParts(text, label);
  if (parts.length > 1 && valueOf(parts, ...names, ...accounts, ...messages) !== null) return labeled(parts, text);
  return abnAmro(text) ?? accountFirst(lines, context) ?? { remittance: text };
}

const names = ['NAAM', 'Naam', 'AUFTRAGGEBER', 'OD', 'DLA'];
const accounts = ['REK', 'IBAN', 'NA RACH.', 'Z RACH.'];
const messages = ['Omschrijving', 'MITTEILUNGEN', 'TYT.', 'Betalingskenm.'];

function labeled(parts: ReturnType<typeof labeledParts>, text: string): Description {
  const account = accountAtStart(valueOf(parts, ...accounts) ?? '');
  const hasKnabLabels = valueOf(parts, 'REK', 'NAAM') !== null;
  const message = valueOf(parts, ...messages) ?? (hasKnabLabels ? valueOf(parts, '') : text);
  const reference = valueOf(parts, 'Kenmerk');
  return {
    counterparty: firstColumn(valueOf(parts, ...names)),
    counterparty_account: account,
    remittance: withoutSemicolon(message),
    ...(reference === null ? {} : { end_to_end_id: reference }),
  };
}

/** Returns a name without the address that follows in the next column, and without a reference of PostFinance. */
function firstColumn(text: string | null): string | null {
  const name = withoutSemicolon(text)?.split(/ {2,}| \d{6}CH\d{8}/)[0] ?? null;
  return name === '' ? null : name;
}

/** Returns an IBAN, with or without inner blanks, or another number up to the first blank. */
function accountAtStart(text: string): string | null {
  const words = text.slice(0, 60).split(/[\s/;]+/);
  for (let count = 1; count <= words.length; count++) {
    const joined = words.slice(0, count).join('');
    if (isValidIBAN(joined)) return joined;
  }
  return words[0] || null;
}

const withoutSemicolon = (text: string | null): string | null =>
  text?.endsWith(';') ? text.slice(0, -1).trimEnd() : text;

/** Reads the columns of ABN AMRO's older descriptions. */
function abnAmro(text: string): Description | null {
  const [, account, rest = ''] = giro.exec(text) ?? oldAccount.exec(text) ?? [];
  if (account !== undefined) {
    const [name = ''] = rest.split(/ {2,}/);
    return {
      counterparty: name,
      counterparty_account: account.replaceAll('.', ''),
      remittance: rest.slice(name.length).trim() || null,
    };
  }
  const shop = card.exec(text)?.[1];
  return shop === undefined ? null : { counterparty: shop.split(/,PAS\d/)[0] ?? null, remittance: text };
}

/**
 * Reads descriptions that begin with the other party's account: of SNS, ASN and RegioBank, and older descriptions of
 * ING.
 */
function accountFirst(lines: readonly string[], { entry, bank }: Context): Description | null {
  const [first = '', ...others] = lines;
  const [, account, name] = accountWithName.exec(first.trim()) ?? [];
  if (account === undefined) return null;
  const isRepeated = entry.reference === account;
  if (!isRepeated)
    return bank.startsWith('INGB') ? { counterparty_account: account, remittance: joinedText(lines) } : null;
  // Field 61 has the account as the reference, and the name in the second line.
  return {
    counterparty: name ?? entry.supplement,
    counterparty_account: account,
    remittance: joinedText(others),
    end_to_end_id: null,
  };
}
