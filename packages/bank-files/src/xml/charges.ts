import { add, zero } from '../decimal.ts';
import type { XmlElement } from './elements.ts';
import { directionOf, isTrue, possibleMoneyOf, type Money } from './values.ts';

/**
 * Returns the sum of the charges that the amount of an entry or a payment may contain. Returns null if the file states
 * no charges, or charges in several currencies. Leaves out charges that the bank books separately according to the
 * file.
 */
export function chargesOf(element: XmlElement): Money | null {
  const found = element.all('Chrgs').flatMap((charges) => {
    const records = charges.all('Rcrd');
    return records.length > 0 ? records : [charges];
  });
  const stated = found
    .filter(isTaken)
    .map((record) => possibleMoneyOf(record.at('Amt') ?? record.at('TtlChrgsAndTaxAmt')));
  const [first] = stated;
  if (!first) return null;
  let sum = zero;
  for (const money of stated) {
    if (money?.currency !== first.currency || money.amount.units < 0n) return null;
    sum = add(sum, money.amount);
  }
  return { amount: sum, currency: first.currency };
}

function isTaken(record: XmlElement): boolean {
  const included = record.textAt('ChrgInclInd');
  return directionOf(record.at('CdtDbtInd')) !== 'CRDT' && (included === null || isTrue(included));
}
