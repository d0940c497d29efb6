/** Counted back from the day the sandbox is first opened; the time of day is UTC, as `21:05`. */
export type Ago = { readonly months?: number; readonly days: number; readonly at: string };

/**
 * So many days before that day, and from there so many months: what is told of each month falls into each month once,
 * whatever the day. Of a month without that date it is the last one.
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

/** `April` */
export const monthName = (moment: Date): string => months.format(moment);
