import { describe, expect, test } from 'vitest';
import { readPdf } from '../../../../test/read-pdf.ts';
import { left, openPaper } from './paper.ts';

/** Draws each text once in regular and bold and returns the lines of the page. */
async function drawn(texts: readonly string[], width = Number.POSITIVE_INFINITY) {
  const paper = openPaper({ title: 'A test' });
  paper.newPage();
  for (const [i, text] of texts.entries())
    for (const face of ['regular', 'bold'] as const) await paper.text(text, left, 20 + i, { size: 8, face }, width);
  return readPdf(await paper.finish());
}

const replacement = /\[U\+[\dA-F]+\]/;

describe('drawing texts of all scripts', () => {
  test.each([
    ['Chinese', '午餐费 晚餐'],
    ['Japanese', 'お昼ご飯 ランチ 東京 𠮷野家'],
    ['Korean', '점심값 김철수'],
    ['Cyrillic', 'Обед Дмитрий Ђорђе Їжак'],
    ['Greek', 'Γεύμα Ἀθῆναι'],
    ['Vietnamese', 'Bữa trưa Nguyễn'],
    ['Hindi', 'चाय क्षत्रिय विद्यार्थी'],
    ['Bengali', 'বাংলা ক্ষুদ্র শ্রী'],
    ['Tamil', 'தமிழ் கொக்கு ஸ்ரீ'],
    ['Telugu', 'తెలుగు స్త్రీ'],
    ['Kannada', 'ಕನ್ನಡ ಸ್ತ್ರೀ'],
    ['Malayalam', 'മലയാളം സ്ത്രീ'],
    ['Gujarati', 'ગુજરાતી'],
    ['Punjabi', 'ਗੁਰਮੁਖੀ'],
    ['Odia', 'ଓଡ଼ିଆ'],
    ['Sinhala', 'සිංහල ශ්‍රී'],
    ['Thai', 'ค่ากาแฟ ผู้ใหญ่ น้ำ'],
    ['Lao', 'ລາວ ນ້ຳ'],
    ['Khmer', 'ក្រុមហ៊ុន ស្ត្រី'],
    ['Burmese', 'မြန်မာ ကြွေး'],
    ['Tibetan', 'བོད་སྐད ལྷ་ས'],
    ['Georgian', 'ქართული'],
    ['Armenian', 'Հայերեն'],
    ['Amharic', 'አማርኛ'],
    ['Cherokee', 'ᏣᎳᎩ'],
    ['Inuktitut', 'ᐃᓄᒃᑎᑐᑦ'],
    ['Javanese', 'ꦗꦮ'],
    ['Tifinagh', 'ⵜⵉⴼⵉⵏⴰⵖ'],
    ['Mongolian', 'ᠮᠣᠩᠭᠣᠯ'],
    ['Yi', 'ꆈꌠ'],
    ['letters with combining marks', 'q\u0301 x\u0323 m\u0303'],
    ['emoji', '🍕 👨‍👩‍👧‍👦 🏳️‍🌈 🇵🇹 1️⃣ 👍🏽'],
    ['currency signs', '₿0.1 €1 £2 ¥3 ₹4 ₺5 ₽6 ₩7 ₪8 ₫9 ₴1 ₦2'],
    ['symbols', '★ ☎ ✓ → ♥ ∑ ∞ ≠'],
  ])('draws %s text with real glyphs that can be copied', async (_, text) => {
    for (const line of await drawn([text])) {
      expect(line.text.normalize('NFC')).toBe(text.normalize('NFC'));
      expect(line.glyphs).not.toContain(0);
    }
  });

  test.each([
    ['Hebrew', 'שרה (חיפה) כהן'],
    ['Hebrew with points', 'שָׁלוֹם עֲלֵיכֶם'],
    ['Arabic', 'محمد (علي) الله'],
    ['Urdu', 'گفتگو پاکستان'],
    ['Divehi', 'ދިވެހި'],
    ['Syriac', 'ܣܘܪܝܝܐ'],
    ['N’Ko', 'ߒߞߏ'],
    ['Adlam', '𞤆𞤵𞤤𞤢𞤪'],
  ])('draws %s from right to left', async (_, text) => {
    for (const line of await drawn([text])) {
      expect(line.texts.toReversed().join('').normalize('NFC')).toBe(text.normalize('NFC'));
      expect(line.glyphs).not.toContain(0);
    }
  });
});

test('shapes joining letters and combined characters', async () => {
  const glyphsOf = async (text: string) => (await drawn([text]))[0]?.glyphs ?? [];
  const [alone] = [await glyphsOf('ع')];
  expect((await glyphsOf('ععع')).filter((glyph) => alone.includes(glyph))).toEqual([]); // initial, medial and final forms
  expect(await glyphsOf('क्ष')).toHaveLength(1);
  expect(await glyphsOf('👨‍👩‍👧‍👦')).toHaveLength(1);
});

/** Yields all Unicode characters that a note may contain, but only every 37th of the long Chinese and Korean blocks. */
function* everyCharacter(): Generator<string> {
  const isLong = (code: number) =>
    (code >= 0x3400 && code < 0xa000) || (code >= 0xac00 && code < 0xd7a4) || code > 0x1ffff;
  for (let code = 0x21; code < 0x32000; code += isLong(code) ? 37 : 1) {
    const character = String.fromCodePoint(code);
    if (/[^\p{Cn}\p{Cs}\p{Cc}\p{White_Space}\p{Default_Ignorable_Code_Point}]/u.test(character)) yield character;
  }
}

test(
  'draws no Unicode character as an empty box and names characters without a glyph',
  { timeout: 240_000 },
  async () => {
    const characters = [...everyCharacter()];
    expect(characters.length).toBeGreaterThan(50_000);
    const named: string[] = [];
    for (let at = 0; at < characters.length; at += 2_000) {
      const paper = openPaper({ title: 'A test' });
      paper.newPage();
      for (const character of characters.slice(at, at + 2_000)) await paper.text(character, left, 100, { size: 8 });
      for (const [i, { text, glyphs }] of readPdf(await paper.finish()).entries()) {
        const character = characters[at + i] ?? '';
        if (glyphs.includes(0))
          throw new Error(`An empty box was drawn for U+${character.codePointAt(0)?.toString(16)}.`);
        if (replacement.test(text)) named.push(character);
      }
    }
    // Almost all named characters are historic or scholarly, not from scripts in use today.
    const inUse =
      /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Thai}\p{sc=Devanagari}\p{Sc}\p{Emoji}]/u;
    expect(named.filter((character) => character.length === 1 && inUse.test(character)).length).toBeLessThan(130);
    expect(named).toContain('𓀀');
  },
);

test.each([
  ['a character without a glyph', 'x 𓀀 y', 'x [U+13000] y'],
  ['half of a surrogate pair', 'x \ud83c y', 'x \ufffd y'],
  ['an unassigned code point', 'x \u{10ffff} y', 'x [U+10FFFF] y'],
  ['a mathematical letter', 'x 𝓐 ㌀ y', 'x A アパート y'],
  ['direction marks', '\u202ex\u202c \u2067y\u2069', 'x y'],
  ['line breaks and controls', 'x\r\n\t\u0000y', 'x y'],
])('a document replaces or removes %s', async (_, text, expected) => {
  const [line] = await drawn([text]);
  expect(line?.text).toBe(expected);
  expect(line?.glyphs).not.toContain(0);
});

test('draws nothing for joiners and selectors without a base character', async () => {
  expect((await drawn(['x\u200d\ufe0f\u200by']))[0]?.glyphs).toEqual((await drawn(['xy']))[0]?.glyphs);
});

test('keeps an emoji in place within right-to-left words', async () => {
  expect((await drawn(['שכירות 🍕 שקל']))[0]?.text).toBe('לקש 🍕 תוריכש');
});

test('draws 100 marks on one letter without an empty box', async () => {
  const [line] = await drawn([`Z${'\u0301\u0323\u0489'.repeat(33)}`]);
  expect(line?.glyphs).not.toContain(0);
});

test('cuts a wide text between characters, never within one', async () => {
  for (const whole of ['👨‍👩‍👧‍👦', 'न्दी', 'ผู้', 'g\u0308\u0323']) {
    const [line] = await drawn([whole.repeat(60)], 120);
    expect(line?.text).toMatch(/…$/);
    const count = (line?.text.length ?? 0) / whole.normalize('NFC').length;
    expect(line?.text).toBe(`${whole.normalize('NFC').repeat(Math.floor(count))}…`);
  }
});

test('breaks text without spaces into full lines', async () => {
  const paper = openPaper({ title: 'A test' });
  paper.newPage();
  const lines = await paper.paragraph(
    '这是一个很长的备注，'.repeat(12),
    left,
    100,
    { size: 10 },
    { width: 200, leading: 14 },
  );
  expect(lines).toBe(6);
  const thai = 'ค่ากาแฟและอาหารกลางวัน'.repeat(6);
  await paper.paragraph(thai, left, 400, { size: 10 }, { width: 200, leading: 14 });
  const shown = readPdf(await paper.finish());
  expect(shown.every(({ text }) => !/^[，\p{M}]/u.test(text))).toBe(true);
  expect(
    shown
      .slice(lines)
      .map(({ text }) => text)
      .join(''),
  ).toBe(thai);
});
