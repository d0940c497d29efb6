import { nearDayText } from '../../../wallet-ui/day-text.ts';

/** A day in a sentence: `today`, `yesterday`, `on August 3`, `on August 3, 2024`. */
export function onDay(date: string): string {
  const day = nearDayText(date);
  return /\d/.test(day) ? `on ${day}` : day;
}
