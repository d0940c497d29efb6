import type { KycCase, KycFile } from '@florin/contract';

type IdType = KycCase['id_type'];

export const idTypeName: Record<IdType, string> = {
  passport: 'Passport',
  drivers_license: "Driver's License",
  national_id: 'National ID',
};

/** A passport has no back, and its front is the page with the photo. */
export const fileName = (kind: KycFile['kind'], idType: IdType): string => {
  if (kind === 'selfie') return 'Selfie';
  if (kind === 'back') return 'Back';
  return idType === 'passport' ? 'Photo page' : 'Front';
};

export const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code);

/** `1991-04-17` → `April 17, 1991`: a date of a calendar, which no time zone moves. */
export function birthDate(date: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? [];
  if (year === undefined) return date;
  return longDate.format(Date.UTC(Number(year), Number(month) - 1, Number(day)));
}

/** `3.3 MB`, `412 KB`. */
export const fileSize = (bytes: number): string =>
  bytes >= 1_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1_000))} KB`;

const regions = new Intl.DisplayNames('en', { type: 'region' });
const longDate = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
