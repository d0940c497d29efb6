import { familiesFor } from './families.ts';
import { filesOf } from './font-files.ts';
import { openFont, type Font, type Weight } from './font.ts';
import { shape } from './shape.ts';

/** What a reader takes for one character, and the font that has it. */
export type Character = { readonly text: string; readonly font: Font };

const segmenter = new Intl.Segmenter('en');
const unseen = /^[\p{Default_Ignorable_Code_Point}\p{Cc}]+$/u;

const fontsKnown = new Map<string, Font | undefined>();
const mostKnown = 20_000;

/**
 * The characters of a text, each with a font that has all of its glyphs. One that no font has is set as the plain letters
 * that Unicode says it stands for (NFKC), or taken apart; what no font has even then is named: `[U+13000]`.
 */
export async function readCharacters(text: string, weight: Weight): Promise<Character[]> {
  const characters: Character[] = [];
  for (const { segment } of segmenter.segment(text.toWellFormed().normalize('NFC'))) {
    const font = fontsKnown.get(`${weight} ${segment}`);
    if (font) characters.push({ text: segment, font });
    else if (!unseen.test(segment)) characters.push(...(await resolve(segment, weight)));
  }
  return characters;
}

async function resolve(segment: string, weight: Weight): Promise<readonly Character[]> {
  const font = await fontFor(segment, weight);
  if (font) return [{ text: segment, font }];
  const plain = segment.normalize('NFKC');
  if (plain !== segment) return (await Promise.all(Array.from(plain, (part) => resolve(part, weight)))).flat();
  const parts = Array.from(segment).filter((part) => !unseen.test(part));
  if (parts.length > 1) return (await Promise.all(parts.map((part) => resolve(part, weight)))).flat();
  const name = `[U+${(parts[0]?.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
  return Promise.all(Array.from(name, async (letter) => ({ text: letter, font: await brandFont(weight) })));
}

const brandFont = async (weight: Weight): Promise<Font> => {
  const font = await fontFor('U', weight);
  if (!font) throw new Error('the brand’s face has no letter U');
  return font;
};

async function fontFor(segment: string, weight: Weight): Promise<Font | undefined> {
  const key = `${weight} ${segment}`;
  if (fontsKnown.has(key)) return fontsKnown.get(key);
  const font = await findFont(segment, weight);
  if (fontsKnown.size >= mostKnown) fontsKnown.clear();
  fontsKnown.set(key, font);
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
