import { fiatCodes } from '@florin/money';
import * as z from 'zod/mini';
import { canonicalEmail } from './email-address.ts';
import { problemOfName } from './member-name.ts';

/** A wallet's currency. */
export const currency = z.enum(fiatCodes);

/**
 * An amount in a request: a JSON number or a decimal string above zero, without sign or exponent. The server rejects
 * more decimals than the currency has.
 */
export const amountInput = z.union([z.number(), z.string().check(z.maxLength(32))]);

/** An amount in a response, written exactly from an integer. Each amount has an exact string field named `…_exact`. */
export const money = z.number();

/** An amount as an exact decimal string with all decimals of its asset: `102.00`, `0.00077903`. */
export const exact = z.string().check(z.regex(/^-?\d+\.\d+$/));

export const timestamp = z.iso.datetime();

/** A day of the calendar, such as `2026-12-31`. PostgreSQL has no year 0. */
export const calendarDay = z.iso
  .date()
  .check(z.refine((day) => !day.startsWith('0000'), 'Enter a day of this calendar.'));

/** An email address. Parsing makes the address canonical. The format is for the OpenAPI document. */
export const email = z
  .string()
  .check(
    z.overwrite((text) => canonicalEmail(text) ?? text),
    z.refine((text) => canonicalEmail(text) !== undefined, 'Enter a valid email address.'),
  )
  .register(z.globalRegistry, { format: 'email', maxLength: 254 });

const breaks = /[\p{Cc}\u2028\u2029]+/gu;
/**
 * Invisible characters, except joiners, variation selectors and flag tags, because these shape visible text. Other
 * invisible characters can reverse text (U+202E) or hide in a text.
 */
const unseen = /(?!\p{Join_Control}|\p{Variation_Selector}|[\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}/gu;
const isSeen = /[^\s\p{Default_Ignorable_Code_Point}]/u;

/** Makes text safe to show to other people: one trimmed line without invisible or direction-changing characters. */
export function shownLine(text: string): string {
  const line = text.replaceAll(breaks, ' ').replaceAll(unseen, '').trim();
  return isSeen.test(line) ? line : '';
}

export const shownText = z.string().check(z.overwrite(shownLine));

/** The maximum length of a note. */
export const noteMaximum = 200;
export const note = shownText.check(z.maxLength(noteMaximum));

/** The name that a member gives to a contact. */
export const personName = shownText.check(z.minLength(1), z.maxLength(100));

/** A member's name. The rules are stricter, because Florin's mails show this name to strangers. */
export const memberName = personName.check((checked) => {
  const message = problemOfName(checked.value);
  if (message !== undefined) checked.issues.push({ code: 'custom', message, input: checked.value });
});

/** The token at the end of a mailed link. */
export const mailedToken = z.string().check(z.minLength(1), z.maxLength(100));

const uuidForms = /^([\da-f]{8})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{12})$/;

/**
 * Returns the canonical form of an id: lower case, and a UUID with hyphens and without braces. PostgreSQL accepts all
 * forms as the same UUID, but a string comparison does not.
 */
export function canonicalId(text: string): string {
  const lower = text.toLowerCase();
  const groups = uuidForms.exec(lower.replace(/^\{(.*)\}$/, '$1'));
  return groups ? groups.slice(1).join('-') : lower;
}

/** An opaque id. Parsing makes it canonical. */
export const id = z.string().check(z.minLength(1), z.maxLength(64), z.overwrite(canonicalId));

export const coinSymbol = z.string().check(z.toUpperCase(), z.regex(/^[A-Z0-9]{1,12}$/));
