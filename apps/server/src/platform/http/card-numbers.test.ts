import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../refusal.ts';
import { assertNoCardNumber } from './card-numbers.ts';

const check = (body: unknown) => () => assertNoCardNumber(body);

function refusalOf(body: unknown): unknown {
  try {
    assertNoCardNumber(body);
    return undefined;
  } catch (reason) {
    return reason;
  }
}

describe('a card number', () => {
  test.each([
    '4242424242424242',
    '4242 4242 4242 4242',
    '4242-4242-4242-4242',
    'mine is 378282246310005, thanks',
    'It is 4242424242424242.',
    'no.4242 4242 4242 4242...',
    '4242 4242 4242 4242 12/27',
    '4242 4242 4242 4242 123',
    '4242424242424242 12 27 123',
    'order 7 4242 4242 4242 4242',
    '4242\u00a04242\u00a04242\u00a04242',
  ])('is refused wherever it stands: %j', (text) => {
    for (const body of [{ note: text }, { card: { number: text } }, [{ name: text }]])
      expect(check(body)).toThrow(Refusal);
  });

  test('is named by its field and not repeated', () => {
    const error = refusalOf({ amount: '1.00', note: '4242424242424242' });
    expect(error).toMatchObject({ code: 'invalid_request', fields: { note: expect.any(String) } });
    expect(JSON.stringify(error)).not.toContain('4242');
  });

  test('is not seen in an id, whatever its digits', () => {
    const ids = Array.from({ length: 200_000 }, () => ({ quote_id: randomUUID() }));
    expect(check(ids)).not.toThrow();
  });

  test.each([
    { note: '4242424242424241' },
    { note: 'call me at 4155550137' },
    { note: '12345678901234567890123' },
    { note: 'to my account DE84 3416 7211 0684 0388 54 please' },
    { amount: '1234567890123.45', rate: 0.1 },
    { amount: '4242424242424242.42', price: '0.4242424242424242' },
    { phone: '4242424242424242', id_number: '8001015009087', password: '4242424242424242' },
    { quote_id: '01951234-1234-7123-8123-a00000000000', payment_method_id: '3f424242-4242-4242-8242-42f242424242' },
    { token: 'a4242424242424242_x', response: { id: '4242424242424242b' } },
    null,
    'text',
  ])('%j is none', (body) => {
    expect(check(body)).not.toThrow();
  });
});
