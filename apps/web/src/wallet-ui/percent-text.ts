import { numberFormat } from '../ui/number-format.ts';

const twoDecimals = numberFormat({
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'negative',
});

/** A change in percent as `Delta` reads it: `2.41`, `-1.12`. */
export const percentText = (percent: number): string => twoDecimals(percent);
