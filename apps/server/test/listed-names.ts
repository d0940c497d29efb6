import type { ScreeningHit } from '@florin/screening';

const listedPerson: ScreeningHit = {
  list: 'UN',
  id: 'QDi.001',
  name: 'Listed Person',
  matched_name: 'Listed Person',
  weak: false,
  score: 1,
  program: 'UN',
};

/** Sanctions lists with one name, without birth dates. */
export const listedNames = {
  birthDateOf: async () => undefined,
  screening: { screen: (name: string) => (name === 'Listed Person' ? [listedPerson] : []) },
};
