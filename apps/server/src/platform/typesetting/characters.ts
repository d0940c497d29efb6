import { familiesFor } from './families.ts';
import { filesOf } from './font-files.ts';
import { openFont, type Font, type Weight } from './font.ts';
import { shape } from './shape.ts';

/** A user-perceived character (grapheme cluster) and a font that contains it. */
export type Character = { readonly text: string; readonly font: Font };

const segmenter = new Intl.Segmenter('en');
const invisible = /^[\p{Default_Ignorable_Code_Point}\p{Cc}]+$/u;

const fontCache = new Map<string, Font | undefined>();
const maxCached = 20_000;

/**
 * Splits a text into characters, each with a font that has all its glyphs. A character without a font is replaced by its
 * compatibility form (NFKC), or split into its code points. A code point without a font becomes its number: `[U+13000]`.
 */
export async function readCharacters(text: string, weight: Weight): Promise<Character[]> {
  const characters: Character[] = [];
  for (const { segment } of segmenter.segment(text.toWellFormed().normalize('NFC'))) {
    const font = fontCache.get(`${weight} ${segment}`);
    if (font) characters.push({ text: segment, font });
    else if (!invisible.test(segment)) characters.push(...(await resolve(segment, weight)));
  }
  return characters;
}

async function resolve(segment: string, weight: Weight): Promise<readonly Character[]> {
  const font = await fontFor(segment, weight);
  if (font) return [{ text: segment, font }];
  const plain = segment.normalize('NFKC');
  if (plain !== segment) return (await Promise.all(Array.from(plain, (part) => resolve(part, weight)))).flat();
  const parts = Array.from(segment).filter((part) => !invisible.test(part));
  if (parts.length > 1) return (await Promise.all(parts.map((part) => resolve(part, weight)))).flat();
  const name = `[U+${(parts[0]?.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
  return Promise.all(Array.from(name, async (letter) => ({ text: letter, font: await brandFont(weight) })));
}

const brandFont = async (weight: Weight): Promise<Font> => {
  const font = await fontFor('U', weight);
  if (!font) throw new Error('the brand font has no letter U');
  return font;
};

async function fontFor(segment: string, weight: Weight): Promise<Font | undefined> {
  const key = `${weight} ${segment}`;
  if (fontCache.has(key)) return fontCache.get(key);
  const font = await findFont(segment, weight);
  if (fontCache.size >= maxCached) fontCache.clear();
  fontCache.set(key, font);
  return font;
}

async function findFont(segment: string, weight: Weight): Promise<Font | undefined> {
  const first = segment.codePointAt(0) ?? 0;
  for (const family of familiesFor(segment))
    for (const file of (await filesOf(family, weight)).filter(({ has }) => has(first))) {
      const font = await openFont(file.path, weight);
      if (shape(font, segment, 'ltr').every(({ id }) => id !== 0)) return font;
    }
  return undefined;
}
