import type { KycCase, KycFile } from '@florin/contract';
import { dateFormat } from '../../../ui/date-format.ts';

type IdType = KycCase['id_type'];

/** Returns the display name of a file. A passport has only a photo page. */
export const fileName = (kind: KycFile['kind'], idType: IdType): string => {
  if (kind === 'selfie') return 'Selfie';
  if (kind === 'back') return 'Back';
  return idType === 'passport' ? 'Photo page' : 'Front';
};

export const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code);

/** Formats `1991-04-17` as `April 17, 1991`, in UTC so that the day does not shift. */
export function birthDate(date: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? [];
  if (year === undefined) return date;
  return longDate(Date.UTC(Number(year), Number(month) - 1, Number(day)));
}

const regions = new Intl.DisplayNames('en', { type: 'region' });
const longDate = dateFormat({ month: 'long', day: true, year: true, zone: 'UTC' });
