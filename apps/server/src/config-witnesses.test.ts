import { describe, expect, test } from 'vitest';
import { problemsOf } from '../test/config-problems.ts';
import { parseConfig } from './config.ts';

const key = `witness.example+0a1b2c3d+B${'A'.repeat(43)}`;

describe('the witnesses of the log', () => {
  test('are none without the setting', () => {
    expect(parseConfig({}).witnesses).toEqual({ asked: [], needed: 0 });
  });

  test('are keys with addresses, of which one must have signed', () => {
    const env = { FLORIN_WITNESSES: `${key} https://one.example/w, ${key} http://127.0.0.1:4000` };
    expect(parseConfig(env).witnesses).toEqual({
      asked: [
        { verifierKey: key, url: new URL('https://one.example/w') },
        { verifierKey: key, url: new URL('http://127.0.0.1:4000') },
      ],
      needed: 1,
    });
    expect(parseConfig({ ...env, FLORIN_WITNESSES_NEEDED: '2' }).witnesses.needed).toBe(2);
  });

  test.each(['https://one.example', `${key}`, `${key} ftp://one.example`, `log+1+2 https://one.example`])(
    'are refused as %s',
    (text) => expect(problemsOf({ FLORIN_WITNESSES: text }).join()).toContain('must be a witness'),
  );

  test('cannot be fewer than must have signed', () => {
    expect(problemsOf({ FLORIN_WITNESSES_NEEDED: '1' }).join()).toContain('a number from 0 to 0');
  });
});
