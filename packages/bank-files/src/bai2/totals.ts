import { add, equals, parseDecimal, zero, type Decimal } from '../decimal.ts';
import type { RecordFields } from './record-fields.ts';

/** Adds up the sums that a control record (49, 98 or 99) repeats. Its amounts are integers without a currency. */
export class Totals {
  #sum = zero;
  readonly #firstRecord: number;

  /** The number of the record that begins the part. */
  constructor(firstRecord: number) {
    this.#firstRecord = firstRecord;
  }

  add(amount: Decimal): void {
    this.#sum = add(this.#sum, amount);
  }

  /** Compares the sums with a control record, and returns the record's total. The record count is its last field. */
  check(fields: RecordFields, recordCount: number, warn: (text: string) => void): Decimal {
    const text = fields.next();
    const total = controlTotal(text);
    const counts: string[] = [];
    while (!fields.isAtEnd) counts.push(fields.next());
    const records = counts.findLast((count) => count !== '') ?? '';
    if (total === null) warn(`the control total "${text.slice(0, 40)}" is not a number.`);
    else if (!equals(total, this.#sum))
      warn(`the control total is ${text}, but the amounts add up to ${this.#sum.units}.`);
    const found = recordCount - this.#firstRecord + 1;
    if (/^\d{1,9}$/.test(records) && Number(records) !== found)
      warn(`the control record counts ${Number(records)} records, but there are ${found}.`);
    return total ?? this.#sum;
  }
}

const controlTotal = (text: string): Decimal | null => (/^[+-]?\d{1,30}$/.test(text) ? parseDecimal(text) : null);
