import { isTime } from '@florin/contract';
import { assetOf, isFiat, type FiatCode } from '@florin/money';

/** A response that lacks a required field or has a wrong type. */
export class AnswerUnreadable extends Error {
  constructor(what: string) {
    super(`cannot read the response: ${what}`);
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

/** Reads a list beyond the specification. Returns an empty list if the list is missing or unreadable. */
export function listIfReadable<Item>(json: unknown, read: (json: unknown) => Item): Item[] {
  try {
    return listOf(read)(json);
  } catch (error) {
    if (error instanceof AnswerUnreadable) return [];
    throw error;
  }
}

/** Reads one of the known words. */
export function oneOf<Word extends string>(words: readonly Word[], fields: Fields, name: string): Word {
  const word = words.find((known) => known === fields[name]);
  if (word === undefined) throw new AnswerUnreadable(name);
  return word;
}

/** Reads a string. Accepts a number, because another server may send ids as numbers. */
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

/** Reads a number. Accepts a numeric string from another server. */
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
  const value = optionalTime(fields, name);
  if (value === undefined) throw new AnswerUnreadable(name);
  return value;
}

export function optionalTime(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return isTime(value) ? value : undefined;
}

/** Reads a money field as a number and its exact decimal. Derives a missing exact decimal from the number. */
export function money(fields: Fields, name: string, asset: string, exactName = `${name}_exact`): [number, string] {
  const value = number(fields, name);
  return [value, exactOf(fields[exactName], asset) ?? fixed(value, asset)];
}

/** Like `money`, for a field that may be missing. */
export const optionalMoney = (fields: Fields, name: string, asset: string, exactName?: string) =>
  optionalNumber(fields, name) === undefined ? undefined : money(fields, name, asset, exactName);

function exactOf(value: unknown, asset: string): string | undefined {
  if (typeof value !== 'string') return undefined;
  return new RegExp(String.raw`^-?\d+\.\d{${assetOf(asset).decimals}}$`).test(value) ? value : undefined;
}

function fixed(value: number, asset: string): string {
  const decimal = value.toFixed(assetOf(asset).decimals);
  if (!/^-?\d+\.\d+$/.test(decimal)) throw new AnswerUnreadable('an amount'); // too large for notation without an exponent
  return decimal;
}

const maxPriceDecimals = 18;

/** Reads a price above zero as a number and its exact decimal without an exponent. */
export function price(fields: Fields, name: string): [number, string] {
  const value = number(fields, name);
  const exact = fields[`${name}_exact`];
  if (typeof exact === 'string' && /^\d+(?:\.\d{1,18})?$/.test(exact) && /[1-9]/.test(exact)) return [value, exact];
  const plain = String(value);
  const decimal = plain.includes('e') ? value.toFixed(maxPriceDecimals).replace(/\.?0+$/, '') : plain;
  if (!/^\d+(?:\.\d+)?$/.test(decimal) || !/[1-9]/.test(decimal)) throw new AnswerUnreadable(name);
  return [value, decimal];
}

/** An unknown currency reads as pounds (rule api-18). */
export const currencyOf = (code: unknown): FiatCode => (typeof code === 'string' && isFiat(code) ? code : 'GBP');
