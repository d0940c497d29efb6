const isoCode =
  /\b(?:AC(?:0[1-9]|1[0-7])|AG0[1-9]|AM(?:0[1-9]|1[0-9])|BE0[1-9]|DT01|ED05|FF0[1-9]|MD0[1-9]|MS0[23]|RC0[1-9]|RR0[1-4]|SL01|SL1[1-4]|TM01|CNOR|DNOR|FOCR|FRAD|DUPL)\b/;

const germanReason =
  /sonstige gr(?:ue|ü)nde|mangels deckung|konto (?:erloschen|aufgel(?:oe|ö)st|gesperrt)|widerspruch|kein (?:g(?:ue|ü)ltiges )?mandat|grund nicht spezifiziert|(?:iban|kontonummer) (?:falsch|fehlerhaft|ung(?:ue|ü)ltig)|empf(?:ae|ä)nger unbekannt/i;

/** Returns the ISO 20022 return code in a text, or the reason in German words. */
export const returnReasonIn = (text: string): string | null =>
  isoCode.exec(text)?.[0] ?? germanReason.exec(text)?.[0] ?? null;

/**
 * Returns the reason of a text such as `RETURN/AC04`. A text without a code is not a bank's return: people write
 * `Retoure` when they send goods back.
 */
export const returnReasonAtStart = (text: string | null): string | null =>
  text !== null && /^(?:return|retoure)\b/i.test(text) ? (isoCode.exec(text)?.[0] ?? null) : null;

/** The codes of German banks in `?34` of a returned payment. Other numbers have no agreed code. */
export const germanReturnCodes: ReadonlyMap<string, string> = new Map([
  ['901', 'AC01'],
  ['902', 'AC04'],
  ['903', 'AC06'],
  ['904', 'AG01'],
  ['905', 'AG02'],
  ['906', 'AM04'],
  ['907', 'AM05'],
  ['909', 'MD01'],
  ['910', 'MD02'],
  ['912', 'MD06'],
  ['913', 'MD07'],
]);
