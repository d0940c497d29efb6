import { countryCodes } from '@florin/contract';

const names = new Intl.DisplayNames(['en'], { type: 'region' });

export const countryName = (code: string): string => names.of(code) ?? code;

/** All countries with their English names, sorted by name. */
export const countries = countryCodes
  .map((code) => ({ code, name: countryName(code) }))
  .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
