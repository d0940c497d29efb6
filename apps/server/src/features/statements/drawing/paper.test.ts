import { expect, test } from 'vitest';
import { readPdf } from '../../../../test/read-pdf.ts';
import { left, openPaper } from './paper.ts';

async function drawn(text: string) {
  const paper = openPaper({ title: 'A test' });
  paper.newPage();
  await paper.text(text, left, 100, { size: 10 });
  return readPdf(await paper.finish());
}

/** Returns a text's glyphs as drawn, from left to right. */
const shown = async (text: string) => (await drawn(text)).map((one) => one.text).join('');
const glyphsOf = async (text: string) => (await drawn(text)).flatMap(({ glyphs }) => glyphs);

const backwards = (text: string) => Array.from(text).toReversed().join('');

test('draws left-to-right text unchanged', async () => {
  expect(await shown('Sent to Léa Ångström, 24 кг')).toBe('Sent to Léa Ångström, 24 кг');
});

test('draws a right-to-left name within an English line as one unit', async () => {
  expect(await shown('שרה כהן')).toBe(backwards('שרה כהן'));
  expect(await shown('Sent to שרה כהן (Haifa)')).toBe(`Sent to ${backwards('שרה כהן')} (Haifa)`);
  expect(await shown('Sent to אבי and שרה כהן')).toBe(`Sent to ${backwards('אבי')} and ${backwards('שרה כהן')}`);
});

test('draws a whole text from right to left if its first letter is right-to-left', async () => {
  expect(await shown('אבי and שרה כהן')).toBe(`${backwards('שרה כהן')} and ${backwards('אבי')}`);
});

test('keeps digits in order and mirrors brackets within right-to-left text', async () => {
  expect(await shown('שכירות 1,200.50 שקל')).toBe(`${backwards('שקל')} 1,200.50 ${backwards('שכירות')}`);
  expect(await shown('שכירות 24/12, $50')).toBe(`$50 ,24/12 ${backwards('שכירות')}`);
  // Copied text keeps the written brackets; the drawn glyphs are mirrored.
  expect(await shown('שרה (חיפה) כהן')).toBe(backwards('שרה (חיפה) כהן'));
  const [[opening, closing], turned] = [await glyphsOf('()'), await glyphsOf('א(ב)')];
  expect([turned[0], turned[2]]).toEqual([opening, closing]);
});
