import { expect, test } from 'vitest';
import { conversionSentence, firstConversion, rateLine, resultOf, swapped } from './conversion.ts';
import { rateBetween, rateText, type ConverterCode } from './converter-rates.ts';

test.each<[ConverterCode, ConverterCode, string]>([
  ['USD', 'EUR', '0.9200'],
  ['USD', 'JPY', '149.5000'],
  ['EUR', 'USD', '1.0900'],
  ['JPY', 'USD', '0.0067'],
  ['AUD', 'USD', '0.6600'],
])('the rate from %s to %s is the listed rate', (from, to, rate) => {
  expect(rateText(rateBetween(from, to))).toBe(rate);
});

// Rules: dashboard-25
test.each<[ConverterCode, ConverterCode, string]>([
  ['EUR', 'GBP', '0.8611'], // 1.09 × 0.79 = 0.8611
  ['GBP', 'JPY', '189.8650'], // 1.27 × 149.5
  ['JPY', 'EUR', '0.0062'], // 0.0067 × 0.92 = 0.006164
  ['CAD', 'AUD', '1.1248'], // 0.74 × 1.52
])('the unlisted pair %s to %s converts through USD', (from, to, rate) => {
  expect(rateText(rateBetween(from, to))).toBe(rate);
});

test('a currency converts to itself at a rate of 1', () => {
  expect(rateLine({ typed: '5', from: 'CAD', to: 'CAD' })).toBe('1 CAD = 1.0000 CAD');
});

test('the converter starts with 100 USD to EUR', () => {
  expect(resultOf(firstConversion)).toBe('92.00');
  expect(rateLine(firstConversion)).toBe('1 USD = 0.9200 EUR');
  expect(conversionSentence(firstConversion)).toBe('Conversion: 100 USD = 92.00 EUR');
});

test('swapping the currencies keeps the amount', () => {
  expect(conversionSentence(swapped(firstConversion))).toBe('Conversion: 100 EUR = 109.00 USD');
});

test.each(['', '   ', 'abc', '1.2.3', '1e3', '-5'])('the converter treats the invalid amount "%s" as 0', (typed) => {
  expect(conversionSentence({ typed, from: 'USD', to: 'EUR' })).toBe('Conversion: 0 USD = 0.00 EUR');
});

test.each([
  ['0.005', '0.00'], // 0.0046
  ['0.01', '0.01'], // 0.0092
  ['1,000.50', '920.46'],
  ['12345.67', '11358.02'], // 11358.0164
  ['999999999999', '919999999999.08'],
])('%s USD converts to %s EUR, rounded to the nearest hundredth', (typed, result) => {
  expect(resultOf({ typed, from: 'USD', to: 'EUR' })).toBe(result);
});

test.each([
  ['9999999999999', '9199999999999.08'],
  ['9,999,999,999,999.5', '9199999999999.54'],
  ['1.123456789', '1.03'],
])('the converter accepts the long number %s', (typed, converted) => {
  const conversion = { typed, from: 'USD', to: 'EUR' } as const;
  expect(conversionSentence(conversion)).toBe(`Conversion: ${typed} USD = ${converted} EUR`);
});

test('the converter rounds half a hundredth up', () => {
  expect(resultOf({ typed: '0.5', from: 'USD', to: 'GBP' })).toBe('0.40'); // 0.395
});
