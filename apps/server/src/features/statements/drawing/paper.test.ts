import { expect, test } from 'vitest';
import { readPdf } from '../../../../test/read-pdf.ts';
import { left, openPaper } from './paper.ts';

async function drawn(text: string) {
  const paper = openPaper({ title: 'A test' });
  paper.newPage();
  await paper.text(text, left, 100, { size: 10 });
  return readPdf(await paper.finish());
}

/** What a page shows of one text, glyph by glyph from left to right. */
const shown = async (text: string) => (await drawn(text)).map((one) => one.text).join('');
const glyphsOf = async (text: string) => (await drawn(text)).flatMap(({ glyphs }) => glyphs);

const backwards = (text: string) => Array.from(text).toReversed().join('');

test('what is read from the left is set as it is', async () => {
  expect(await shown('Sent to Léa Ångström, 24 кг')).toBe('Sent to Léa Ångström, 24 кг');
});

test('a name that is read from the right is set so as a whole, within an English line', async () => {
  expect(await shown('שרה כהן')).toBe(backwards('שרה כהן'));
  expect(await shown('Sent to שרה כהן (Haifa)')).toBe(`Sent to ${backwards('שרה כהן')} (Haifa)`);
  expect(await shown('Sent to אבי and שרה כהן')).toBe(`Sent to ${backwards('אבי')} and ${backwards('שרה כהן')}`);
});

test('a text that begins with a letter that is read from the right is read from the right as a whole', async () => {
  expect(await shown('אבי and שרה כהן')).toBe(`${backwards('שרה כהן')} and ${backwards('אבי')}`);
});

test('figures within it keep their digits in order, and signs that come in pairs still face each other', async () => {
  expect(await shown('שכירות 1,200.50 שקל')).toBe(`${backwards('שקל')} 1,200.50 ${backwards('שכירות')}`);
  expect(await shown('שכירות 24/12, $50')).toBe(`$50 ,24/12 ${backwards('שכירות')}`);
  // What is copied are the signs as they were written; what is drawn faces the other way.
  expect(await shown('שרה (חיפה) כהן')).toBe(backwards('שרה (חיפה) כהן'));
  const [[opening, closing], turned] = [await glyphsOf('()'), await glyphsOf('א(ב)')];
  expect([turned[0], turned[2]]).toEqual([opening, closing]);
});
