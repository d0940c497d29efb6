import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { Refusal } from '../../platform/refusal.ts';
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

describe('assertNoCardNumber', () => {
  // Rules: security-35
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
  ])('rejects a card number in any field: %j', (text) => {
    for (const body of [{ note: text }, { card: { number: text } }, [{ name: text }]])
      expect(check(body)).toThrow(Refusal);
  });

  test.each([
    '4242424242424242',
    '4242-4242-4242-4242',
    '5555555555554444',
    '2223003122003222',
    '378282246310005',
    '6011111111111117',
    '3566002020360505',
    '36227206271667',
    '6200000000000005',
    '4242424242424242 12/27',
  ])('rejects a card number in place of a bank account number: %s', (number) => {
    for (const body of [{ account_number: number }, { account: { account_number: number } }])
      expect(check(body)).toThrow(Refusal);
  });

  test.each([
    '1000000000009',
    '00000000000000018',
    '9876543210987',
    '4222222222222',
    '52345678901234508',
    '7142857142857140',
  ])('accepts the bank account number %s, which has the check digit of a card number', (number) => {
    expect(check({ account_number: number })).not.toThrow();
  });

  test('names the field of a card number without repeating the number', () => {
    const error = refusalOf({ amount: '1.00', note: '4242424242424242' });
    expect(error).toMatchObject({ code: 'invalid_request', fields: { note: expect.any(String) } });
    expect(JSON.stringify(error)).not.toContain('4242');
  });

  test.each([4242424242424242, 378282246310005, 4222222222222, 6304000000000000000])(
    'rejects a card number sent as the JSON number %d',
    (number) => {
      for (const body of [{ number }, { card: { number } }, [{ amount: number }]]) expect(check(body)).toThrow(Refusal);
    },
  );

  test('does not repeat a card number used as a field name', () => {
    const error = refusalOf({ card: { 4242424242424242: '4242424242424242' } });
    expect(error).toMatchObject({ code: 'invalid_request', fields: { card: expect.any(String) } });
    expect(JSON.stringify(error)).not.toContain('4242');
  });

  test('checks known texts in their stored form and unknown fields as sent', () => {
    const hidden = '4242\u00ad4242\u00ad4242\u00ad4242';
    expect(() => assertNoCardNumber({ note: hidden }, { note: '4242424242424242' })).toThrow(Refusal);
    expect(() => assertNoCardNumber({ toString: '4242424242424242' }, {})).toThrow(Refusal);
  });

  test('assertNoCardNumber accepts times in milliseconds', () => {
    const moments = Array.from({ length: 1_000 }, (_, n) => ({ expirationTime: 1_767_225_600_000 + n }));
    expect(check(moments)).not.toThrow();
  });

  test.each([
    '4242424242424242@mail.example',
    'ines.4242424242424242@mail.example',
    'ines+4242-4242-4242-4242@mail.example',
    'ines@4242424242424242.example',
    'Write to 4242424242424242@mail.example, please.',
  ])('accepts digits in an email address: %j', (text) => {
    for (const body of [{ recipient_email: text }, { note: text }]) expect(check(body)).not.toThrow();
  });

  test.each([
    'Call me: +4915123456787',
    'Call me: +49 151 2345-6787, please',
    '+351912345678123',
    'See https://shop.example/orders/4242424242424242?item=4242424242424242 for the chair',
  ])('accepts digits in a telephone number or a web address: %j', (text) => {
    expect(check({ note: text })).not.toThrow();
  });

  test.each([
    'https://shop.example/orders/7 4242424242424242',
    '+4242424242424242',
    '+49 151 23456 4242 4242 4242 4242',
    '4242 4242 4242 4242 +4915123456787',
  ])('rejects a card number next to a telephone number or a web address: %j', (text) => {
    expect(check({ note: text })).toThrow(Refusal);
  });

  test.each(['4242 4242 4242 4242 ines@mail.example', 'ines@mail.example 4242424242424242', '4242424242424242@'])(
    'rejects a card number next to an email address: %j',
    (text) => {
      expect(check({ note: text })).toThrow(Refusal);
    },
  );

  test('assertNoCardNumber accepts 200,000 random UUIDs', () => {
    const ids = Array.from({ length: 200_000 }, () => ({ quote_id: randomUUID() }));
    expect(check(ids)).not.toThrow();
  });

  test.each([
    { note: '4242424242424241' },
    { note: 'call me at 4155550137' },
    { note: '12345678901234567890123' },
    { note: 'to my account DE84 3416 7211 0684 0388 54 please' },
    { amount: '1234567890123.45', rate: 0.1 },
    { amount: 424242424242, price: 4242424242424.5, rate: -4242424242424242, volume: 4e30 },
    { amount: '4242424242424242.42', price: '0.4242424242424242' },
    { phone: '4242424242424242', id_number: '8001015009087', password: '4242424242424242' },
    { quote_id: '01951234-1234-7123-8123-a00000000000', payment_method_id: '3f424242-4242-4242-8242-42f242424242' },
    { token: 'a4242424242424242_x', response: { id: '4242424242424242b' } },
    null,
    'text',
  ])('accepts %j, which contains no card number', (body) => {
    expect(check(body)).not.toThrow();
  });
});

describe('a request with a card number in it', () => {
  let florin: TestApp;
  let ines: TestMember;
  beforeAll(async () => {
    florin = await createTestApp();
    ines = await florin.signUp();
  });
  afterAll(() => florin.close());

  const post = (path: string, payload: string, token = ines.token) =>
    florin.app.http.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload,
    });

  // Rules: security-35
  test.each([
    ['/payment-methods', '{"token":"tok_visa","number":"4242424242424242"}', 'number'],
    ['/payment-methods', '{"token":"tok_visa","number":4242424242424242}', 'number'],
    ['/payment-methods', '{"token":"tok_visa","card":{"pan":["4242 4242 4242 4242"]}}', 'card.pan.0'],
    ['/payment-requests', '{"amount":"1.00","note":"4242\u200b4242\u200b4242\u200b4242"}', 'note'],
    ['/auth/email/resend', '{"number":"4242424242424242"}', 'number'],
  ])('rejects a request with a card number in a known or unknown field: %s %s', async (path, body, field) => {
    const answer = await post(path, body);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'invalid_request']);
    expect(Object.keys(answer.json<{ fields: object }>().fields)).toEqual([field]);
    expect(answer.body).not.toContain('4242');
    expect((await post('/payment-methods', '{"token":"tok_visa"}')).statusCode).toBe(200);
  });

  test('does not report a card number to an unauthenticated caller', async () => {
    const answer = await post('/payment-methods', '{"token":"tok_visa","number":"4242424242424242"}', 'nobody');
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([401, 'not_signed_in']);
  });
});
