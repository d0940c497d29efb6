import { decimalText } from '../ui/decimal-text.ts';

/** A change in percent as `Delta` reads it: `2.41`, `-1.12`. */
export const percentText = (percent: number): string => decimalText(percent, 2);
