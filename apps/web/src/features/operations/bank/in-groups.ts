const iban = /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/;

/**
 * Prints an IBAN in groups of four characters: `DE75 5121 0800 1245 1261 99`. Does not change other account numbers.
 */
export const ibanInGroups = (number: string): string =>
  iban.test(number) ? number.replaceAll(/.{4}(?=.)/g, '$& ') : number;
