import { countryCodes } from '@florin/contract';

const names = new Intl.DisplayNames(['en'], { type: 'region' });

/** All countries with their English names, sorted by name. */
export const countries = countryCodes
  .map((code) => ({ code, name: names.of(code) ?? code }))
  .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
