import type { KycCase, KycFile } from '@florin/contract';
import { dateFormat } from '../../../ui/date-format.ts';

type IdType = KycCase['id_type'];

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
  return longDate(Date.UTC(Number(year), Number(month) - 1, Number(day)));
}

const regions = new Intl.DisplayNames('en', { type: 'region' });
const longDate = dateFormat({ month: 'long', day: true, year: true, zone: 'UTC' });
