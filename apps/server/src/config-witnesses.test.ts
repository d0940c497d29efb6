import { describe, expect, test } from 'vitest';
import { problemsOf } from '../test/config-problems.ts';
import { parseConfig } from './config.ts';

const key = `witness.example+0a1b2c3d+B${'A'.repeat(43)}`;

describe('the witnesses of the log', () => {
  test('without FLORIN_WITNESSES, no witness is asked', () => {
    expect(parseConfig({}).witnesses).toEqual({ asked: [], needed: 0 });
  });

  test('FLORIN_WITNESSES lists keys with addresses, and by default one of the witnesses must have signed', () => {
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
    'rejects %s as a witness of the log',
    (text) => expect(problemsOf({ FLORIN_WITNESSES: text }).join()).toContain('must be a witness'),
  );

  test('rejects more needed signatures than there are witnesses', () => {
    expect(problemsOf({ FLORIN_WITNESSES_NEEDED: '1' }).join()).toContain('a number from 0 to 0');
  });
});
