import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeKey } from '../../../test/api-keys.ts';
import { actingClient, openBusiness } from '../../../test/business.ts';
import { overtaken } from '../../../test/overtaken.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { addWebhook } from '../../../test/webhooks.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const hook = 'https://hooks.example.com/florin';

/** Makes a call while the person's sessions end, for example by a password reset. */
const whileSessionsEnd = ({ user }: TestMember, call: () => Promise<unknown>) =>
  overtaken(florin, user.id, call, (tx) => tx.query('delete from sessions where user_id = $1', [user.id]));

describe('a session that ends during the call', () => {
  test.each([
    [
      'makes no API key',
      async ({ client }: TestMember) =>
        () =>
          makeKey(florin, client),
    ],
    ['adds no webhook', async (member: TestMember) => () => addWebhook(member, hook)],
    [
      'rotates no API key',
      async ({ client }: TestMember) => {
        const { key } = await makeKey(florin, client);
        return () => client.call(endpoints.rotateKey, { params: { id: key.id }, body: {} });
      },
    ],
    [
      'changes no webhook',
      async (member: TestMember) => {
        const { webhook } = await addWebhook(member, hook);
        return () =>
          member.client.call(endpoints.changeWebhook, { params: { id: webhook.id }, body: { url: `${hook}/2` } });
      },
    ],
    [
      'rotates no secret of a webhook',
      async (member: TestMember) => {
        const { webhook } = await addWebhook(member, hook);
        return () => member.client.call(endpoints.rotateWebhookSecret, { params: { id: webhook.id } });
      },
    ],
    [
      'ends no review of a bank account',
      async ({ client }: TestMember) => {
        const { id } = await client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
        return () => client.call(endpoints.keepPaymentMethod, { params: { id } });
      },
    ],
  ])('a session that ends during the call %s, also for a business', async (_, prepare) => {
    const jonas = await florin.signUp('Jonas');
    const call = await prepare(jonas);
    expect(await whileSessionsEnd(jonas, call)).toMatchObject({
      status: 'rejected',
      reason: refusedWith('not_signed_in'),
    });
    const ines = await florin.signUp('Ines');
    const acme = await openBusiness(florin, ines);
    const acting = { ...ines, client: actingClient(florin, ines.token, acme.handle) };
    const forBusiness = await prepare(acting);
    expect(await whileSessionsEnd(ines, forBusiness)).toMatchObject({
      status: 'rejected',
      reason: refusedWith('not_signed_in'),
    });
  });

  test('a session that ends during the call cannot invite people to a business', async () => {
    const ines = await florin.signUp('Ines');
    const acting = actingClient(florin, ines.token, (await openBusiness(florin, ines)).handle);
    const body = { email: 'lea@acme.example', role: 'admin' } as const;
    expect(await whileSessionsEnd(ines, () => acting.call(endpoints.invitePerson, { body }))).toMatchObject({
      status: 'rejected',
      reason: refusedWith('not_signed_in'),
    });
  });
});
