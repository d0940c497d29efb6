import { dictionary } from '@zxcvbn-ts/language-common';
import { passwordMinimum } from '@florin/contract';
import { expect, test } from 'vitest';
import { assertUncommon } from './common-passwords.ts';

const ines = { name: 'Ines Almeida', email: 'ia.lisboa@florin.example' };
const refusal = expect.objectContaining({ code: 'password_too_common' });

test('the list is that of zxcvbn, as far as it is long enough to be chosen', async () => {
  const common = dictionary['passwords-common'] as string[];
  const choosable = common.filter((password) => password.length >= passwordMinimum);
  expect(choosable.length).toBeGreaterThan(10_000);
  // vitest -u writes the file anew.
  await expect(`${choosable.join('\n')}\n`).toMatchFileSnapshot('common-passwords.txt');
});

test.each(['password', 'Password1', 'qwertyuiop', 'iloveyou', 'ｐａｓｓｗｏｒｄ', 'baseball1'])(
  '%j is refused, as it is tried first',
  (password) => {
    expect(() => assertUncommon(password, ines)).toThrow(refusal);
  },
);

test.each(['florin123', 'Florin-Florin', 'ines1234', 'InesAlmeida!', 'almeida_2024', 'lisboa99', 'inesflorin24'])(
  '%j is refused, as it says little but who it is of',
  (password) => {
    expect(() => assertUncommon(password, ines)).toThrow(refusal);
  },
);

test.each([
  'correct horse battery',
  'double-entry-1494',
  'sandbox-florin',
  'almeida went to market',
  'пароль надежный',
])('%j is taken', (password) => {
  expect(() => assertUncommon(password, ines)).not.toThrow();
});

test('a name of two letters does not stand in the way of words that hold them', () => {
  expect(() => assertUncommon('balloonist', { name: 'Al', email: 'b@florin.example' })).not.toThrow();
});
