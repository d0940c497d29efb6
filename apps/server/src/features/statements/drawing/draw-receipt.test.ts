import { expect, test } from 'vitest';
import { readPdf } from '../../../../test/read-pdf.ts';
import { drawReceipt } from './draw-receipt.ts';
import { left } from './paper.ts';
import type { Receipt } from '../receipt.ts';

const receipt = (facts: Receipt['facts']): Receipt => ({
  id: 'h1',
  title: 'Payment',
  description: 'Sent to Bartholomew Featherstone',
  status: 'completed',
  headline: '−$102.00',
  facts,
  sum: { parts: [], total: { name: 'Total paid', value: '$102.00' } },
  timeline: [],
});

const shown = async (facts: Receipt['facts']) =>
  readPdf(await drawReceipt(receipt(facts), { mode: 'live', brand: 'Florin', picture: 'coin' }));
const name = 'Bartholomew Featherstone';

test('draws name and short address in one line, and a long address below the name', async () => {
  const short = await shown([{ name: 'To', value: name, second: 'bart@florin.example' }]);
  expect(short.map(({ text }) => text)).toEqual(expect.arrayContaining([name, 'bart@florin.example']));
  const address = `${'bartholomew.featherstone.'.repeat(9)}@florin.example`;
  const long = await shown([{ name: 'To', value: name, second: address }]);
  const texts = long.map(({ text }) => text);
  expect(texts).toContain(name);
  expect(texts.join('')).toContain(address);
  expect(Math.min(...long.map(({ x }) => x))).toBe(left);
});

test('draws a long note completely, even without spaces', async () => {
  const note = `https://florin.example/invoices/${'0123456789'.repeat(16)}`;
  const texts = (await shown([{ name: 'Note', value: note }])).map(({ text }) => text);
  expect(texts.join('')).toContain(note);
});
