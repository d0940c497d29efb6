import { readFileSync } from 'node:fs';
import { dictionary } from '@zxcvbn-ts/language-common';
import { endpoints, passwordFaultText, passwordMinimum } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLiveNode } from '../../../../test/live-node.ts';
import { refusedWith } from '../../../../test/refused-with.ts';
import { createTestApp, type TestApp } from '../../../../test/test-app.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { assertUncommon } from './common-passwords.ts';

const file = new URL('../../../../../../packages/contract/common-passwords.txt', import.meta.url);
const ines = { name: 'Ines Almeida', email: 'ia.lisboa@florin.example' };
const choose = (password: string, mode: 'sandbox' | 'live' = 'live', owner = ines) =>
  assertUncommon(password, { owner, mode });
const refusal = (sentence: string) =>
  expect.objectContaining({ code: 'password_too_common', message: sentence, fields: { password: sentence } });

// Rules: security-2, asvs-6.2.12
test('the list of common passwords contains the zxcvbn passwords of the minimum length', async () => {
  const common = dictionary['passwords-common'] as string[];
  const choosable = common.filter((password) => password.length >= passwordMinimum);
  expect(choosable.length).toBeGreaterThan(10_000);
  // Sorted, the file is a third smaller when compressed. `vitest -u` writes the file again.
  await expect(`${choosable.toSorted().join('\n')}\n`).toMatchFileSnapshot(file.pathname);
});

// Rules: sign-in-9, security-2
test('live mode rejects every password on the list, and the sandbox accepts them', () => {
  const listed = readFileSync(file, 'utf8').trimEnd().split('\n');
  const isRejected = (mode: 'sandbox' | 'live') => (password: string) => {
    try {
      choose(password, mode);
      return false;
    } catch (error) {
      return error instanceof Refusal && error.message === passwordFaultText.common;
    }
  };
  expect(listed.filter((password) => !isRejected('live')(password))).toEqual([]);
  expect(listed.filter(isRejected('sandbox'))).toEqual([]);
});

test.each(['password', 'Password1', 'qwertyuiop', 'iloveyou', 'ｐａｓｓｗｏｒｄ', 'baseball1'])(
  'live mode rejects the common password %j',
  (password) => {
    expect(() => choose(password)).toThrow(refusal(passwordFaultText.common));
  },
);

test.each(['florin123', 'Florin-Florin', 'ines1234', 'InesAlmeida!', 'almeida_2024', 'lisboa99', 'inesflorin24'])(
  'live mode rejects the personal password %j, and the sandbox accepts it',
  (password) => {
    expect(() => choose(password)).toThrow(refusal(passwordFaultText.personal));
    expect(() => choose(password, 'sandbox')).not.toThrow();
  },
);

test.each([
  'correct horse battery',
  'double-entry-1494',
  'sandbox-florin',
  'almeida went to market',
  'пароль надежный',
])('live mode accepts the password %j', (password) => {
  expect(() => choose(password)).not.toThrow();
});

test('a name of two letters does not block passwords that contain it', () => {
  expect(() => choose('balloonist', 'live', { name: 'Al', email: 'b@florin.example' })).not.toThrow();
});

describe('a common or personal password', () => {
  let florin: TestApp;
  let live: Awaited<ReturnType<typeof openLiveNode>>;
  beforeAll(async () => {
    florin = await createTestApp();
    live = await openLiveNode(florin);
  });
  afterAll(async () => {
    await live.close();
    await florin.close();
  });

  const openAs = (client: TestApp['client'], password: string) =>
    client.call(endpoints.signup, {
      body: { name: 'Ines Almeida', email: `${crypto.randomUUID().slice(0, 13)}@florin.example`, password },
    });
  const rejection = (sentence: string) => refusedWith('password_too_common', { fields: { password: sentence } });

  test.each([
    ['password123', passwordFaultText.common],
    ['ines-almeida', passwordFaultText.personal],
  ])('signing up with %s works in the sandbox only', async (password, sentence) => {
    await openAs(florin.client, password);
    await expect(openAs(live.clientOf(null), password)).rejects.toMatchObject(rejection(sentence));
  });

  test.each([
    ['password123', passwordFaultText.common],
    ['ines-almeida', passwordFaultText.personal],
  ])('changing the password to %s works in the sandbox only', async (password, sentence) => {
    const ines = await florin.signUp('Ines Almeida');
    const change = (client: TestApp['client']) =>
      client.call(endpoints.changePassword, { body: { current_password: ines.password, password } });
    await expect(change(live.clientOf(ines.token))).rejects.toMatchObject(rejection(sentence));
    await change(ines.client);
  });
});
