/** A font family and the scripts it covers. */
export type Family = {
  readonly package: string;
  /** Matches the characters of the family's scripts. Without a pattern, the family is tried for any character. */
  readonly scripts?: RegExp;
  /** The package's files: variable weight from regular to bold, one weight only, or one complete font per weight. */
  readonly files: 'variable' | 'single' | 'whole';
};

/** The brand font, for all of Florin's own text. */
const brand: Family = { package: '@fontsource-variable/instrument-sans', files: 'variable' };
const noto: Family = { package: '@fontsource-variable/noto-sans', files: 'variable' };

const scriptOf = (scripts: readonly string[]) =>
  new RegExp(`[${scripts.map((script) => String.raw`\p{Script_Extensions=${script}}`).join('')}]`, 'u');

const variable = (name: string, ...scripts: readonly string[]): Family => ({
  package: `@fontsource-variable/${name}`,
  scripts: scriptOf(scripts),
  files: 'variable',
});

const single = (name: string, ...scripts: readonly string[]): Family => ({
  package: `@fontsource/${name}`,
  scripts: scriptOf(scripts),
  files: 'single',
});

/** Includes the East Asian symbols that Unicode assigns to all scripts: full-width forms, circled and squared signs. */
const eastAsian =
  /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script_Extensions=Bopomofo}\u3000-\u303F\u3200-\u33FF\uFE10-\uFE4F\uFF00-\uFFEF]/u;

/** The scripts in use today (UAX 31, tables 5 and 7) for which a font is available. */
const scriptFamilies: readonly Family[] = [
  variable('noto-sans-arabic', 'Arabic'),
  variable('noto-sans-hebrew', 'Hebrew'),
  { package: '@fontsource-variable/noto-sans-sc', scripts: eastAsian, files: 'variable' },
  variable('noto-sans-jp', 'Han'), // rare characters in names that the Chinese font lacks
  variable('noto-sans-kr', 'Hangul', 'Han'),
  variable('noto-sans-thai', 'Thai'),
  variable('noto-sans-bengali', 'Bengali'),
  variable('noto-sans-tamil', 'Tamil'),
  variable('noto-sans-telugu', 'Telugu'),
  variable('noto-sans-gujarati', 'Gujarati'),
  variable('noto-sans-gurmukhi', 'Gurmukhi'),
  variable('noto-sans-kannada', 'Kannada'),
  variable('noto-sans-malayalam', 'Malayalam'),
  variable('noto-sans-oriya', 'Oriya'),
  variable('noto-sans-sinhala', 'Sinhala'),
  variable('noto-sans-georgian', 'Georgian'),
  variable('noto-sans-armenian', 'Armenian'),
  variable('noto-sans-ethiopic', 'Ethiopic'),
  variable('noto-sans-khmer', 'Khmer'),
  variable('noto-sans-lao', 'Lao'),
  variable('noto-sans-myanmar', 'Myanmar'),
  variable('noto-sans-thaana', 'Thaana'),
  variable('noto-serif-tibetan', 'Tibetan'),
  variable('noto-sans-adlam', 'Adlam'),
  variable('noto-sans-balinese', 'Balinese'),
  variable('noto-sans-canadian-aboriginal', 'Canadian_Aboriginal'),
  variable('noto-sans-cham', 'Cham'),
  variable('noto-sans-cherokee', 'Cherokee'),
  variable('noto-sans-hanifi-rohingya', 'Hanifi_Rohingya'),
  variable('noto-sans-javanese', 'Javanese'),
  variable('noto-sans-lisu', 'Lisu'),
  variable('noto-sans-meetei-mayek', 'Meetei_Mayek'),
  variable('noto-sans-new-tai-lue', 'New_Tai_Lue'),
  variable('noto-sans-ol-chiki', 'Ol_Chiki'),
  variable('noto-sans-sundanese', 'Sundanese'),
  variable('noto-sans-syriac', 'Syriac'),
  variable('noto-sans-tai-tham', 'Tai_Tham'),
  single('noto-sans-buginese', 'Buginese'),
  single('noto-sans-mongolian', 'Mongolian'),
  single('noto-sans-nko', 'Nko'),
  single('noto-sans-osage', 'Osage'),
  single('noto-sans-tai-le', 'Tai_Le'),
  single('noto-sans-tai-viet', 'Tai_Viet'),
  single('noto-sans-tifinagh', 'Tifinagh'),
  single('noto-sans-vai', 'Vai'),
  single('noto-sans-yi', 'Yi'),
];

const emoji: Family = { package: '@fontsource-variable/noto-emoji', files: 'variable' };

const symbols: readonly Family[] = [
  { package: '@fontsource-variable/noto-sans-symbols', files: 'variable' },
  { package: '@fontsource/noto-sans-symbols-2', files: 'single' },
  emoji,
  { package: 'dejavu-fonts-ttf', files: 'whole' },
];

const chain: readonly Family[] = [brand, noto, ...scriptFamilies, ...symbols];
const emojiFirst: readonly Family[] = [emoji, ...chain];

/** Matches characters shown as emoji, either by default or because of a variation selector. */
const isEmoji = /\p{Emoji_Presentation}|\p{Emoji}\u{FE0F}/u;

/** Matches combining marks, which the brand font cannot position. */
const hasMarks = /(?!\p{Default_Ignorable_Code_Point})\p{M}/u;

/** Returns the font families that may contain a character, in order of preference. */
export function familiesFor(character: string): readonly Family[] {
  const families = isEmoji.test(character) ? emojiFirst : hasMarks.test(character) ? chain.slice(1) : chain;
  return families.filter(({ scripts }) => !scripts || scripts.test(character));
}
