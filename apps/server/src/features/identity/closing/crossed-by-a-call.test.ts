import { endpoints } from '@florin/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { overtaken } from '../../../../test/overtaken.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(() => florin.close());

const inject = async (
  { token }: TestMember,
  method: 'PUT' | 'PATCH' | 'POST',
  { path }: { path: string },
  { type = 'application/json', payload }: { type?: string; payload: string | Buffer },
) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  const answer = await florin.app.http.inject({ method, url: `/api${path}`, headers, payload });
  return [answer.statusCode, answer.json<{ code?: string }>().code];
};

async function picture() {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#2a6' } })
    .png()
    .toBuffer();
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="me.png"\r\n\r\n';
  const payload = Buffer.concat([Buffer.from(head), png, Buffer.from('\r\n--x--\r\n')]);
  return { type: 'multipart/form-data; boundary=x', payload };
}

describe('a call that races with closing the account', () => {
  // Rules: security-36
  test.each([
    ['picture', 'PUT', endpoints.setAvatar, picture],
    ['name', 'PATCH', endpoints.changeProfile, async () => ({ payload: '{"name":"Zuleika Quillfeather"}' })],
    ['payment method', 'POST', endpoints.addPaymentMethod, async () => ({ payload: '{"token":"tok_visa"}' })],
  ] as const)('a call that races with closing the account stores no %s', async (_, method, endpoint, body) => {
    const ines = await florin.signUp();
    const sent = await body();
    const outcome = await overtaken(
      florin,
      ines.user.id,
      () => inject(ines, method, endpoint, sent),
      async (tx) => {
        await tx.query('update users set disabled_at = now(), closed_at = now() where id = $1', [ines.user.id]);
        await tx.query('delete from sessions where user_id = $1', [ines.user.id]);
      },
    );
    expect(outcome).toEqual({ status: 'fulfilled', value: [401, 'not_signed_in'] });
    const { rows } = await florin.database.ownerPool.query(
      `select name, avatar, (select count(*)::int from avatars a where a.user_id = u.id) as pictures,
              (select count(*)::int from payment_methods m where m.user_id = u.id) as methods from users u where id = $1`,
      [ines.user.id],
    );
    expect(rows).toEqual([{ name: ines.user.name, avatar: null, pictures: 0, methods: 0 }]);
  });
});
