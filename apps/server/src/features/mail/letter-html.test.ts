import { expect, test } from 'vitest';
import { asHtml } from './letter-html.ts';
import type { Letter } from './letter.ts';

const head = { publicUrl: 'https://florin.example', supportEmail: 'support@florin.example', brand: 'Florin' };

const letterOf = (text: string): Letter => ({
  subject: `${text} sent you $5.00`,
  body: `${text} (ines@florin.example) sent you $5.00.\n\nTheir note: ${text}`,
  link: `https://florin.example/pay?note=${text}`,
  extras: { about: 'stranger', button: text, facts: [[text, text]] },
});

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

test.each([
  '<script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '</style><img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  `' onmouseover='alert(1)`,
  '--><iframe src=//evil.example>',
  '<a href="//evil.example">Confirm your account</a>',
  '&lt;b&gt;',
])('%s stays escaped text in every part of an HTML mail', (hostile) => {
  const escaped = hostile.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
  const harmless = asHtml(letterOf('HARMLESS'), head, 'cid:logo');
  expect(harmless.match(/HARMLESS/g)?.length).toBe(10);
  expect(asHtml(letterOf(hostile), head, 'cid:logo')).toBe(harmless.replaceAll('HARMLESS', () => escaped));
});

test('the HTML body does not repeat the heading and the button label', () => {
  const letter: Letter = {
    subject: 'Ines sent you $5.00',
    body: 'Ines sent you $5.00.\n\nTheir note: Lunch\n\nSee it in Florin:',
    link: 'https://florin.example/transactions',
    extras: { about: 'stranger', button: 'See it in Florin', facts: [] },
  };
  const page = asHtml(letter, head, 'cid:logo');
  expect(page.match(/<p [^>]*dir="auto">.*?<\/p>/g)?.map((paragraph) => paragraph.replaceAll(/<[^>]+>/g, ''))).toEqual([
    'Their note: Lunch',
  ]);
});
