import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readPdf } from '../../../test/read-pdf.ts';
import { left, openPaper } from './paper.ts';

/** What a page shows of one text, glyph by glyph from left to right. */
async function shown(text: string): Promise<string> {
  const paper = openPaper({ title: 'A test' });
  async function* page() {
    paper.newPage();
    paper.text(text, left, 100, { size: 10 });
    yield;
  }
  return readPdf(await buffer(paper.stream(page())))
    .map((one) => one.text)
    .join('');
}

const backwards = (text: string) => Array.from(text).toReversed().join('');

test('what is read from the left is set as it is', async () => {
  expect(await shown('Sent to Léa Ångström, 24 кг')).toBe('Sent to Léa Ångström, 24 кг');
});

test('a name that is read from the right is set so as a whole, within an English line', async () => {
  expect(await shown('שרה כהן')).toBe(backwards('שרה כהן'));
  expect(await shown('Sent to שרה כהן (Haifa)')).toBe(`Sent to ${backwards('שרה כהן')} (Haifa)`);
  expect(await shown('אבי and שרה כהן')).toBe(`${backwards('אבי')} and ${backwards('שרה כהן')}`);
});

test('figures within it keep their digits in order, and signs that come in pairs still face each other', async () => {
  expect(await shown('שכירות 1,200.50 שקל')).toBe(`${backwards('שקל')} 1,200.50 ${backwards('שכירות')}`);
  expect(await shown('שכירות 24/12, $50')).toBe(`$50 ,24/12 ${backwards('שכירות')}`);
  expect(await shown('שרה (חיפה) כהן')).toBe(`${backwards('כהן')} (${backwards('חיפה')}) ${backwards('שרה')}`);
});
