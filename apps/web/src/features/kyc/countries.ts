import { countryCodes } from '@florin/contract';

const names = new Intl.DisplayNames(['en'], { type: 'region' });

/** With their names, in the order of these. */
export const countries = countryCodes
  .map((code) => ({ code, name: names.of(code) ?? code }))
  .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
