import { toDecimal, type Amount } from '@florin/money';

declare global {
  interface JSON {
    /** Creates a primitive that `JSON.stringify` writes as this text (ECMAScript proposal, in Node 22 and later). */
    rawJSON(text: string): number;
  }
}

/** Returns the amount as an exact JSON number, without conversion to a float. */
export const jsonNumber = (amount: Amount): number => JSON.rawJSON(toDecimal(amount));

/** Returns the two response fields of an amount: the number and its exact decimal string. */
export const moneyFields = <Name extends string>(name: Name, amount: Amount) =>
  ({ [name]: jsonNumber(amount), [`${name}_exact`]: toDecimal(amount) }) as Record<Name, number> &
    Record<`${Name}_exact`, string>;
