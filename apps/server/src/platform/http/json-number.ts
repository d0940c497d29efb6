import { toDecimal, type Amount } from '@florin/money';

declare global {
  interface JSON {
    /** A primitive that `JSON.stringify` writes as this text (ECMAScript proposal, in Node 22 and later). */
    rawJSON(text: string): number;
  }
}

/** The amount as a JSON number, written digit by digit: no float stands between the integer and the wire. */
export const jsonNumber = (amount: Amount): number => JSON.rawJSON(toDecimal(amount));

/** The two fields of an amount on the wire: the number and its exact twin. */
export const moneyFields = <Name extends string>(name: Name, amount: Amount) =>
  ({ [name]: jsonNumber(amount), [`${name}_exact`]: toDecimal(amount) }) as Record<Name, number> &
    Record<`${Name}_exact`, string>;
