import { expect, test } from 'vitest';
import { openScreening, type ScreeningQuery } from './screening.ts';

type Names = readonly (string | { readonly text: string; readonly weak: boolean })[];

const party = (id: string, names: Names, births: readonly string[] = [], kind: 'person' | 'company' = 'person') => ({
  id,
  kind,
  program: 'TEST',
  names: names.map((name) => (typeof name === 'string' ? { text: name, weak: false } : name)),
  births: births.map((day) => ({ from: day, to: day })),
});

const screening = await openScreening([
  {
    list: 'Sample',
    parties: [
      party('gaddafi', ['QADHAFI, Muammar Muhammad', 'GADDAFI, Muammar'], ['1942-06-07']),
      party('karim', ['KARIM, Abdul Rahman']),
      party('mueller', ['MÜLLER, Jürgen']),
      party('ivanov', ['IVANOV, Aleksandr Petrovich']),
      party('chen', ['CHEN, Xiaoming']),
      party('smith', ['SMITH, Jonathan'], ['1970-01-01']),
      party('cook', ['DELACROIX, Bertrand', { text: 'THE COOK', weak: true }]),
      party('omar', ['Mullah Omar']),
      party('star', ['NORTHERN STAR SHIPPING LIMITED'], [], 'company'),
      party('balt', ['OOO Baltstroyinvest'], [], 'company'),
      party('long', ['RODRIGUEZ OREJUELA, Miguel Angel']),
    ],
  },
]);
const hits = (query: ScreeningQuery | string) =>
  screening.check(typeof query === 'string' ? { name: query } : query).map(({ id }) => id);

test.each([
  ['another transliteration', 'Moamer Kadhafi', 'gaddafi'],
  ['Arabic letters', 'معمر القذافي', 'gaddafi'],
  ['Cyrillic letters', 'Муаммар Каддафи', 'gaddafi'],
  ['joined and divided words', 'Abd al-Rahman Karim', 'karim'],
  ['joined words', 'Karim Abdulrahman', 'karim'],
  ['Arabic letters with an article', 'عبد الرحمن كريم', 'karim'],
  ['accents written with e', 'Juergen Mueller', 'mueller'],
  ['accents left out', 'Jurgen Muller', 'mueller'],
  ['a missing middle name', 'Alexander Ivanov', 'ivanov'],
  ['a patronymic in Cyrillic', 'Иванов Александр Петрович', 'ivanov'],
  ['Chinese letters', '陈小明', 'chen'],
  ['Chinese syllables', 'Chen Xiao Ming', 'chen'],
  ['a typing error', 'Jonathan Smtih', 'smith'],
  ['a title', 'Dr. Jonathan Smith', 'smith'],
  ['a joint account', 'Anna Weber & Jonathan Smith', 'smith'],
  ['a cut name', 'MIGUEL ANGEL RODRIGUEZ OREJ', 'long'],
  ['another legal form', 'Northern Star Shipping Ltd.', 'star'],
  ['a legal form in Cyrillic', 'ООО "Балтстройинвест"', 'balt'],
  ['a title that is part of the name', 'Mulla Umar', 'omar'],
])('finds a listed name with %s', (_, name, id) => {
  expect(hits(name)).toContain(id);
});

test.each([
  'Jane Smith',
  'Maria Ivanova',
  'Omar',
  'Jürgen Schmidt',
  'Northern Lights Hotel',
  'Angel Ramirez',
  '',
  '...',
])('finds no listed name for %j', (name) => {
  expect(hits(name)).toEqual([]);
});

test('returns the list, the id, both names, the score and the sanctions program', () => {
  expect(screening.check({ name: 'Muammar Gaddafi' })).toEqual([
    {
      list: 'Sample',
      id: 'gaddafi',
      name: 'QADHAFI, Muammar Muhammad',
      matched_name: 'GADDAFI, Muammar',
      weak: false,
      score: 1,
      program: 'TEST',
    },
  ]);
});

test('marks a hit by a weak alias', () => {
  expect(screening.check({ name: 'The Cook' })).toMatchObject([{ id: 'cook', matched_name: 'THE COOK', weak: true }]);
});

test('searches only persons or only companies if the kind is known', () => {
  expect(hits({ name: 'Jonathan Smith', kind: 'company' })).toEqual([]);
  expect(hits({ name: 'Northern Star Shipping', kind: 'person' })).toEqual([]);
});

test('keeps an equal name despite another birth date, and drops a similar name', () => {
  const scoreOn = (name: string, birthDate?: string) => screening.check({ name, birthDate })[0]?.score;
  expect(scoreOn('Jonathan Smith', '1970-01-01')).toBe(1);
  expect(scoreOn('Jonathan Smith', '1970-05-05')).toBe(0.98);
  expect(scoreOn('Jonathan Smith', '1971-05-05')).toBe(0.95);
  expect(scoreOn('Jonathan Smith', '1990-05-05')).toBe(0.87);
  expect(scoreOn('Jonathen Smath')).toBeGreaterThan(0.85);
  expect(scoreOn('Jonathen Smath', '1990-05-05')).toBeUndefined();
});

test('finds a name within a very long text in bounded time', () => {
  const filler = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
  expect(hits(`${filler} Muammar Gaddafi`)).toEqual(['gaddafi']);
  const began = performance.now();
  hits('a b '.repeat(100_000));
  hits(`${'x'.repeat(100_000)} y`);
  expect(performance.now() - began).toBeLessThan(2_000);
});
