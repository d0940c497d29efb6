/** A time before the day on which the sandbox is first opened. The time of day is UTC, as `21:05`. */
export type Ago = { readonly months?: number; readonly days: number; readonly at: string };

/**
 * Goes back by days first, then by months, so that a monthly scene happens once in each month. If the month lacks that
 * date, returns its last day.
 */
export function momentBefore(opened: Date, { months = 0, days, at }: Ago): Date {
  const day = new Date(Date.UTC(opened.getUTCFullYear(), opened.getUTCMonth(), opened.getUTCDate() - days));
  const month = day.getUTCMonth() - months;
  const lastOfMonth = new Date(Date.UTC(day.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const [hours, minutes] = at.split(':').map(Number);
  return new Date(
    Date.UTC(day.getUTCFullYear(), month, Math.min(day.getUTCDate(), lastOfMonth), hours ?? 0, minutes ?? 0),
  );
}

const months = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });

/** Returns the month's English name, for example `April`. */
export const monthName = (moment: Date): string => months.format(moment);
