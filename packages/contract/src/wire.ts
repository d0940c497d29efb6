import { fiatCodes } from '@florin/money';
import * as z from 'zod/mini';
import { canonicalEmail } from './email-address.ts';
import { problemOfName } from './member-name.ts';

/** A wallet's currency. */
export const currency = z.enum(fiatCodes);

/**
 * An amount as a request carries it: a JSON number or a decimal string above zero, without sign or exponent. The server
 * reads it with the decimals of the currency and refuses what has more.
 */
export const amountInput = z.union([z.number(), z.string().check(z.maxLength(32))]);

/** An amount as an answer carries it, written exactly from an integer. Each has a twin `…_exact`. */
export const money = z.number();

/** The same amount as an exact decimal string with all decimals of its asset: `102.00`, `0.00077903`. */
export const exact = z.string().check(z.regex(/^-?\d+\.\d+$/));

export const timestamp = z.iso.datetime();

/** Canonical as soon as it is parsed. The format is for the OpenAPI document. */
export const email = z
  .string()
  .check(
    z.overwrite((text) => canonicalEmail(text) ?? text),
    z.refine((text) => canonicalEmail(text) !== undefined, 'Enter a valid email address.'),
  )
  .register(z.globalRegistry, { format: 'email', maxLength: 254 });

const breaks = /[\p{Cc}\u2028\u2029]+/gu;
/** Joiners, variations and the tags of flags shape what is seen; the rest turns it around (U+202E) or hides in it. */
const unseen = /(?!\p{Join_Control}|\p{Variation_Selector}|[\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}/gu;
const isSeen = /[^\s\p{Default_Ignorable_Code_Point}]/u;

/** What one person writes and another is shown: a line without what cannot be seen, or turns around what can. */
export function shownLine(text: string): string {
  const line = text.replaceAll(breaks, ' ').replaceAll(unseen, '').trim();
  return isSeen.test(line) ? line : '';
}

export const shownText = z.string().check(z.overwrite(shownLine));

export const note = shownText.check(z.maxLength(200));

/** Of a contact, as a member calls them. */
export const personName = shownText.check(z.minLength(1), z.maxLength(100));

/** Of a member: mails in Florin's name carry it to strangers. */
export const memberName = personName.check((checked) => {
  const message = problemOfName(checked.value);
  if (message !== undefined) checked.issues.push({ code: 'custom', message, input: checked.value });
});

/** The end of a link that was mailed. */
export const mailedToken = z.string().check(z.minLength(1), z.maxLength(100));

const uuidForms = /^([\da-f]{8})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{12})$/;

/**
 * Returns the one way in which an id is written: lower case, a UUID with its hyphens and without braces. PostgreSQL takes
 * each of these forms for the same UUID, and a comparison of texts would not.
 */
export function canonicalId(text: string): string {
  const lower = text.toLowerCase();
  const groups = uuidForms.exec(lower.replace(/^\{(.*)\}$/, '$1'));
  return groups ? groups.slice(1).join('-') : lower;
}

/** Ids are opaque to callers, and canonical as soon as they are parsed. */
export const id = z.string().check(z.minLength(1), z.maxLength(64), z.overwrite(canonicalId));

export const coinSymbol = z.string().check(z.toUpperCase(), z.regex(/^[A-Z0-9]{1,12}$/));
