import { decimalText } from '../ui/decimal-text.ts';

/** Formats a change in percent for `Delta`: `2.41`, `-1.12`. */
export const percentText = (percent: number): string => decimalText(percent, 2);
