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
  test.each(['4242424242424242', '4242 4242 4242 4242', '4242-4242-4242-4242', 'mine is 378282246310005, thanks'])(
    'is refused wherever it stands: %j',
    (text) => {
      for (const body of [{ note: text }, { card: { number: text } }, [{ name: text }]])
        expect(check(body)).toThrow(Refusal);
    },
  );

  test('is named by its field and not repeated', () => {
    const error = refusalOf({ amount: '1.00', note: '4242424242424242' });
    expect(error).toMatchObject({ code: 'invalid_request', fields: { note: expect.any(String) } });
    expect(JSON.stringify(error)).not.toContain('4242');
  });

  test.each([
    { note: '4242424242424241' },
    { note: 'call me at 4155550137' },
    { note: '12345678901234567890123' },
    { amount: '1234567890123.45', rate: 0.1 },
    { phone: '4242424242424242', id_number: '8001015009087', password: '4242424242424242' },
    null,
    'text',
  ])('%j is none', (body) => {
    expect(check(body)).not.toThrow();
  });
});
