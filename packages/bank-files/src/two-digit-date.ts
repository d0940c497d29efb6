const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

function dateText(year: number, month: number, day: number): string | null {
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function partsOf(yymmdd: string) {
  const [, yy, mm, dd] = /^(\d\d)(\d\d)(\d\d)$/.exec(yymmdd) ?? [];
  if (yy === undefined) return null;
  const short = Number(yy);
  return { year: short >= 80 ? 1900 + short : 2000 + short, month: Number(mm), day: Number(dd) };
}

/** Returns `YYYY-MM-DD` for YYMMDD, or null for a date that does not exist. SWIFT reads 80 to 99 as 1980 to 1999. */
export function dateOf(yymmdd: string): string | null {
  const parts = partsOf(yymmdd);
  return parts && dateText(parts.year, parts.month, parts.day);
}

/** Returns the last day of February for 29 and 30 February. These days exist only in banks' years of 360 days. */
export function endOfFebruary(yymmdd: string): string | null {
  const parts = partsOf(yymmdd);
  if (parts === null || parts.month !== 2 || (parts.day !== 29 && parts.day !== 30)) return null;
  return dateText(parts.year, 2, daysIn(parts.year, 2));
}

/** Returns the date for MMDD that is nearest to `near`, or null for a date that does not exist. */
export function dateNear(mmdd: string, near: string): string | null {
  const [, mm, dd] = /^(\d\d)(\d\d)$/.exec(mmdd) ?? [];
  if (mm === undefined) return null;
  const [year, month, day] = near.split('-').map(Number);
  if (year === undefined || month === undefined || day === undefined) return null;
  const distance = (candidate: number) =>
    Math.abs((candidate - year) * 372 + (Number(mm) - month) * 31 + Number(dd) - day);
  const [nearest = year] = [year - 1, year, year + 1].sort((a, b) => distance(a) - distance(b));
  return dateText(nearest, Number(mm), Number(dd));
}
