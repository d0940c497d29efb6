import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../../../test/kyc.ts';
import { refusedWith } from '../../../../test/refused-with.ts';
import { actsOn, approve } from '../../../../test/second-operator.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { turnOnTwoFactor } from '../../../../test/two-factor.ts';

let florin: TestApp;
let olu: TestMember;
let amara: TestMember;
let tomas: TestMember;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
});
beforeEach(async () => {
  [olu, amara, tomas] = [await operator(florin), await operator(florin), await operator(florin)];
  ines = await florin.signUp('Ines Almeida');
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

describe('a lost second factor', () => {
  const requestReset = ({ client }: TestMember, id: string) =>
    client.call(endpoints.resetUserFactor, { params: { id }, body: { reason: 'Passport shown in a video call' } });
  const mails = (to: string) => florin.client.call(endpoints.listCaughtMails, { query: { to } });

  // Rules: identity-23, asvs-6.4.4
  test('two operators can reset a second factor, which mails the member and removes all factors and sessions', async () => {
    await turnOnTwoFactor(ines);
    const { id } = await requestReset(olu, ines.user.id);
    expect((await mails(ines.user.email))[0]?.subject).toBe('Reset of your second factor requested');
    expect(await ines.client.call(endpoints.me)).toMatchObject({ two_factor: true });
    await approve(amara, id);
    await expect(ines.client.call(endpoints.me)).rejects.toMatchObject(refusedWith('not_signed_in'));
    expect((await mails(ines.user.email))[0]?.subject).toBe('Your second factor was reset');
    const login = { email: ines.user.email, password: ines.password };
    expect((await florin.client.call(endpoints.login, { body: login })).user.two_factor).toBe(false);
    expect((await actsOn(olu, 'Ines Almeida')).slice(0, 2)).toEqual([
      [amara.user.email, 'Approved and reset second factor'],
      [olu.user.email, 'Proposed to reset second factor'],
    ]);
  });

  // Rules: identity-23
  test('rejects a reset of the operator’s own factor, of a missing factor, and of an unknown account', async () => {
    await turnOnTwoFactor(olu);
    await expect(requestReset(olu, olu.user.id)).rejects.toMatchObject(refusedWith('second_operator_required'));
    const { id } = await requestReset(tomas, olu.user.id);
    await expect(approve(olu, id)).rejects.toMatchObject(refusedWith('second_operator_required'));
    await expect(requestReset(amara, ines.user.id)).rejects.toMatchObject(refusedWith('second_factor_off'));
    for (const unknown of [randomUUID(), 'unknown'])
      await expect(requestReset(amara, unknown)).rejects.toMatchObject(refusedWith('user_not_found'));
  });
});
