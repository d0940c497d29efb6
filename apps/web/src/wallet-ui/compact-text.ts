import { numberFormat } from '../ui/number-format.ts';

/** Formats dollars, such as `$1.27T`. */
export const compactDollars = (value: number): string => dollars(value);

/** Formats a count, such as `19.78M`. */
export const compactCount = (value: number): string => count(value);

const compact = { notation: 'compact', maximumFractionDigits: 2 } as const;
const dollars = numberFormat({ style: 'currency', currency: 'USD', ...compact });
const count = numberFormat(compact);
