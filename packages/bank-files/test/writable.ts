import fc from 'fast-check';

/** Names as people have them, in many scripts. */
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

/** Names that have letters, also next to anything else. */
export const names = fc.oneof(
  peoplesNames,
  fc.tuple(peoplesNames, anything).map(([name, text]) => `${name} ${text}`),
);

export const cents = fc.integer({ min: 1, max: 99_999_999 });
export const amountText = (value: number): string =>
  `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`;

/** Distinct ids, as Florin makes them. */
export const ids = (prefix: string) => (index: number) => `${prefix}${String(index).padStart(6, '0')}`;
