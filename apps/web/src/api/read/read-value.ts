import { assetOf, isFiat, type FiatCode } from '@florin/money';

/** An answer that is not what it must be to be shown. */
export class AnswerUnreadable extends Error {
  constructor(what: string) {
    super(`the answer cannot be read: ${what}`);
    this.name = 'AnswerUnreadable';
  }
}

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(json: unknown, what: string): Fields {
  if (!isFields(json)) throw new AnswerUnreadable(what);
  return json;
}

const isFields = (json: unknown): json is Fields => typeof json === 'object' && json !== null && !Array.isArray(json);

export const listOf =
  <Item>(read: (json: unknown) => Item) =>
  (json: unknown): Item[] => {
    if (!Array.isArray(json)) throw new AnswerUnreadable('a list');
    return json.map(read);
  };

/** A list beyond the specification: empty where it is missing or cannot be read. */
export function listIfReadable<Item>(json: unknown, read: (json: unknown) => Item): Item[] {
  try {
    return listOf(read)(json);
  } catch (error) {
    if (error instanceof AnswerUnreadable) return [];
    throw error;
  }
}

/** One of the words that are known. */
export function oneOf<Word extends string>(words: readonly Word[], fields: Fields, name: string): Word {
  const word = words.find((known) => known === fields[name]);
  if (word === undefined) throw new AnswerUnreadable(name);
  return word;
}

/** A text; another server may write an id as a number. */
export function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw new AnswerUnreadable(name);
}

export function optionalText(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' ? value : undefined;
}

/** A number; another server may write it as a text. */
export function number(fields: Fields, name: string): number {
  const value = optionalNumber(fields, name);
  if (value === undefined) throw new AnswerUnreadable(name);
  return value;
}

function optionalNumber(fields: Fields, name: string): number | undefined {
  const value = fields[name];
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : undefined;
}

export function time(fields: Fields, name: string): string {
  const value = text(fields, name);
  if (Number.isNaN(Date.parse(value))) throw new AnswerUnreadable(name);
  return value;
}

/** A money field as a number together with its exact decimal; where that is missing, of the number as it is written. */
export function money(fields: Fields, name: string, asset: string, exactName = `${name}_exact`): [number, string] {
  const value = number(fields, name);
  return [value, exactOf(fields[exactName], asset) ?? fixed(value, asset)];
}

/** The same of a field that may be missing. */
export const optionalMoney = (fields: Fields, name: string, asset: string, exactName?: string) =>
  optionalNumber(fields, name) === undefined ? undefined : money(fields, name, asset, exactName);

function exactOf(value: unknown, asset: string): string | undefined {
  if (typeof value !== 'string') return undefined;
  return new RegExp(String.raw`^-?\d+\.\d{${assetOf(asset).decimals}}$`).test(value) ? value : undefined;
}

function fixed(value: number, asset: string): string {
  const decimal = value.toFixed(assetOf(asset).decimals);
  if (!/^-?\d+\.\d+$/.test(decimal)) throw new AnswerUnreadable('an amount'); // beyond what is written without an exponent
  return decimal;
}

const mostPriceDecimals = 18;

/** A price above zero as an exact decimal without an exponent. */
export function price(fields: Fields, name: string): [number, string] {
  const value = number(fields, name);
  const exact = fields[`${name}_exact`];
  if (typeof exact === 'string' && /^\d+(?:\.\d{1,18})?$/.test(exact) && /[1-9]/.test(exact)) return [value, exact];
  const plain = String(value);
  const decimal = plain.includes('e') ? value.toFixed(mostPriceDecimals).replace(/\.?0+$/, '') : plain;
  if (!/^\d+(?:\.\d+)?$/.test(decimal) || !/[1-9]/.test(decimal)) throw new AnswerUnreadable(name);
  return [value, decimal];
}

/** Unknown currencies show as pounds (rule api-18). */
export const currencyOf = (code: unknown): FiatCode => (typeof code === 'string' && isFiat(code) ? code : 'GBP');
