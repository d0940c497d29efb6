import fc from 'fast-check';

/** Real names of people in many scripts. */
const peoplesNames = fc.constantFrom(
  'Anna Bell',
  'Łukasz Żółć',
  'Jürgen Groß',
  'Þórður Ægisson',
  'Иван Петров',
  'Αλέξανδρος Παπαδόπουλος',
  '王小明',
  '김민준',
  'さくら 田中',
  'محمد عبد الله',
  'יעל כהן',
  'अमित शर्मा',
  'สมชาย ใจดี',
  'Նարեկ Սարգսյան',
  'გიორგი ბერიძე',
  'አበበ ቢቂላ',
  'Nguyễn Thị Minh Khai',
  "Seán O'Brien & Sons <Ltd>",
  '//--:: Smith //',
  'A'.repeat(200),
  'e\u0301'.repeat(40),
  '🙂 Emoji',
);

const anything = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 50 }),
);

/** Texts that people may type. */
export const texts = fc.oneof(peoplesNames, anything);

/** Names that have letters, also next to any other characters. */
export const names = fc.oneof(
  peoplesNames,
  fc.tuple(peoplesNames, anything).map(([name, text]) => `${name} ${text}`),
);

/**
 * Texts of at most this many characters that survive writing and reading: no control characters, and only single inner
 * blanks.
 */
export const printable = (maximum: number) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: maximum })
    .map((text) => {
      const clean = text.replace(/[\p{C}\s]+/gu, ' ').trim();
      return Array.from(clean).slice(0, maximum).join('').trim();
    })
    .filter((text) => text !== '');

/** Real ids, not placeholders for a missing id. */
export const references = fc.stringMatching(/^[A-Z][A-Z0-9/]{1,30}$/).filter((value) => value !== 'NONREF');

/** Days as `2026-11-30`. */
export const days = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((value) => value.toISOString().slice(0, 10));

export const cents = fc.integer({ min: 1, max: 99_999_999 });
export const amountText = (value: number): string =>
  `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`;

/** Distinct ids in Florin's form. */
export const ids = (prefix: string) => (index: number) => `${prefix}${String(index).padStart(6, '0')}`;
