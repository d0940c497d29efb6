import { decimalText } from '../ui/decimal-text.ts';

/** A younger age counts as just now. */
const justNowSeconds = 15;

/** Returns `just now` or `12 minutes ago`. */
export function ageWords(ageMs: number): string {
  const seconds = Math.round(ageMs / 1000);
  if (seconds < justNowSeconds) return 'just now';
  const { count, unit } = inUnits(seconds);
  return `${unitsText(count, unit)} ago`;
}

/** Like `ageWords`, without seconds: an age below a minute is `just now`. */
export const calmAgeWords = (ageMs: number): string => (ageMs < 60_000 ? 'just now' : ageWords(ageMs));

/** Returns `12 minutes`. */
export function lengthWords(ageMs: number): string {
  const { count, unit } = inUnits(Math.max(0, Math.round(ageMs / 1000)));
  return unitsText(count, unit);
}

type Unit = 'second' | 'minute' | 'hour' | 'day';

function inUnits(seconds: number): { count: number; unit: Unit } {
  if (seconds < 60) return { count: seconds, unit: 'second' };
  if (seconds < 3600) return { count: Math.floor(seconds / 60), unit: 'minute' };
  if (seconds < 86_400) return { count: Math.floor(seconds / 3600), unit: 'hour' };
  return { count: Math.floor(seconds / 86_400), unit: 'day' };
}

const unitsText = (count: number, unit: Unit) => `${decimalText(count, 0)} ${unit}${count === 1 ? '' : 's'}`;
