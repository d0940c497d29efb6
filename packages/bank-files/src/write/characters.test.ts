import fc from 'fast-check';
import { expect, test } from 'vitest';
import { texts } from '../../test/writable.ts';
import { capitals, latin, latinName, latinText } from './characters.ts';
import { PaymentFileError } from './payment-file-error.ts';

test.each([
  ['Jürgen Groß', 'Jurgen Gross'],
  ['Łukasz Żółć', 'Lukasz Zolc'],
  ['Þórður Ægisson', 'Thordur Aegisson'],
  ['Иван Петров', 'Ivan Petrov'],
  ['王小明', 'WangXiaoMing'],
  ['Νίκος', 'Nikos'],
  ['e\u0301te\u0301', 'ete'],
  ['Smith & Sons', 'Smith + Sons'],
  ['a_b@c.de', 'a-b(at)c.de'],
  ['10 € “now”', "10 EUR 'now'"],
  ['http://example.com', 'http:/example.com'],
  ['🙂 Anna 👩‍👧', ' Anna '],
  ['tab\tand\nline', 'tab and line'],
])('writes %j in a payment file as %j', (text, expected) => {
  expect(latin(text)).toBe(expected);
});

test('writes only characters that every bank passes on', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 140 }), (name, maximum) => {
      expect(latin(name)).toMatch(/^[a-zA-Z0-9/\-?:().,'+ ]*$/);
      expect(capitals(name)).toMatch(/^[\x20-\x60{-~]*$/);
      const text = latinText(name, maximum);
      expect(text === null || (text.length > 0 && text.length <= maximum)).toBe(true);
      expect(text ?? '').not.toMatch(/^[ /]|[ /]$|\/\//);
      expect(latinText(text, maximum)).toBe(text);
    }),
  );
});

test('refuses a name without any writable character', () => {
  for (const name of ['', '   ', '🙂', '...', '\u200b', '///', "' '"]) {
    expect(() => latinName(name, 70, 'The name')).toThrow(PaymentFileError);
    expect(() => latinName(name, 70, 'The name')).toThrow('has no letters that a payment file can contain.');
  }
});
