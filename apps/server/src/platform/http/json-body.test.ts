import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { parseJsonBody } from './json-body.ts';

let florin: TestApp;
let ines: TestMember;
let jonas: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
  [ines, jonas] = [await florin.signUpWith('100.00'), await florin.signUp()];
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

/** Sends money with the amount written literally into the JSON. */
async function send(amount: string, rest = '') {
  const { statusCode, body } = await florin.app.http.inject({
    method: 'POST',
    url: '/api/transactions/send',
    headers: { authorization: `Bearer ${ines.token}`, 'content-type': 'application/json' },
    payload: `{"recipient_email":"${jonas.user.email}","amount":${amount}${rest}}`,
  });
  return { http: statusCode, ...(JSON.parse(body) as { code?: string; counter_amount_exact?: string; note?: string }) };
}

describe('amounts in a JSON body', () => {
  test.each([
    ['1', '1.00'],
    ['1.1', '1.10'],
    ['1.10', '1.10'],
    ['0.1', '0.10'],
    ['"1.20"', '1.20'],
    ['0.01', '0.01'],
  ])('reads the amount %s exactly', async (amount, exact) => {
    expect(await send(amount)).toMatchObject({ http: 200, counter_amount_exact: exact });
  });

  test.each([
    '1e2',
    '1E0',
    '1e-2',
    '-0',
    '-1',
    '0',
    '0.00',
    '1e309',
    '-1e309',
    '1.005',
    '1.10000',
    '0.30000000000000004',
    '9'.repeat(13),
    '9'.repeat(30),
    '100000000000000000000000',
    `0.${'0'.repeat(25)}1`,
    '"1,5"',
    '"+1"',
    '"0x1"',
    '" 1"',
    '"1."',
    '".5"',
    '"٣"',
    '"NaN"',
    '"Infinity"',
    '""',
  ])('rejects %s as an invalid amount', async (amount) => {
    expect(await send(amount)).toMatchObject({ http: 422, code: 'invalid_amount' });
  });

  test.each(['true', 'null', '[1]', '{"value":1}', '9'.repeat(33), `"${'1'.repeat(33)}"`])(
    'rejects %s because an amount must be a number or a short string',
    async (amount) => {
      expect(await send(amount)).toMatchObject({ http: 422, code: 'invalid_request' });
    },
  );

  test.each(['NaN', 'Infinity', '01', '.5', '1.', '+1', '0x10', '1_000', '1n'])(
    'rejects the amount %s because it is not valid JSON',
    async (amount) => {
      expect(await send(amount)).toMatchObject({ http: 400, code: 'malformed_body' });
    },
  );
});

describe('parseJsonBody', () => {
  test('parseJsonBody uses the last value of a duplicate key', async () => {
    expect(await send('"nonsense"', ',"amount":1')).toMatchObject({ http: 200, counter_amount_exact: '1.00' });
    expect(await send('1', ',"amount":"nonsense"')).toMatchObject({ http: 422, code: 'invalid_amount' });
  });

  // Rules: security-32
  test.each(['__proto__', 'constructor', 'prototype', '\\u005f_proto__'])(
    'rejects a body with the key %s',
    async (key) => {
      expect(await send('1', `,"${key}":{"polluted":true}`)).toMatchObject({ http: 400, code: 'malformed_body' });
      expect(await send('1', `,"deeper":[{"${key}":1}]`)).toMatchObject({ http: 400, code: 'malformed_body' });
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    },
  );

  test('parseJsonBody ignores unknown keys', async () => {
    const extra = ',"fee":0,"user_id":"x","sender":"x","balances":{"usd":1},"toString":1,"hasOwnProperty":null';
    expect(await send('1', extra)).toMatchObject({ http: 200, amount_exact: '-1.02' });
  });

  test('parseJsonBody rejects nesting deeper than 20 levels', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    expect(parseJsonBody(nested(20))).toBeInstanceOf(Array);
    for (const depth of [21, 5_000, 16_000]) expect(() => parseJsonBody(nested(depth))).toThrow('not valid JSON');
    expect(() => parseJsonBody('{"a":'.repeat(2_000))).toThrow('not valid JSON');
  });

  test('parseJsonBody accepts brackets and quotes in strings', async () => {
    const note = `${'[{('.repeat(30)} "quoted" \\ ${'}'.repeat(5)}`;
    expect(await send('1', `,"note":${JSON.stringify(note)}`)).toMatchObject({ http: 200, note });
  });

  test('parseJsonBody rejects a body full of quotes in less than a second', () => {
    const began = performance.now();
    expect(() => parseJsonBody('"\\'.repeat(16_000))).toThrow('not valid JSON');
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  test.each(['\\u0000', 'half \\ud83d', '\\udc00 half'])(
    'rejects text that PostgreSQL cannot store, without failing concurrent requests: %s',
    async (text) => {
      const all = await Promise.all([send('1'), send('1', `,"note":"${text}"`), send('1')]);
      expect(all.map(({ http }) => http)).toEqual([200, 400, 200]);
    },
  );

  test('parseJsonBody accepts any text that PostgreSQL can store', async () => {
    const note = "𝒳 naïve 日本語 🦊 <script>alert(1)</script> '; drop table users; --";
    expect(await send('1', `,"note":${JSON.stringify(note)}`)).toMatchObject({ http: 200, note });
  });
});
