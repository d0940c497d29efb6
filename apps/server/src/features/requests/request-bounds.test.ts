import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askForMoney, cancel, mailsTo } from '../../../test/ask-for-money.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({ FLORIN_RATE_LIMITS: 'on' }, {}, asManyAsAServer);
});
afterAll(() => florin.close());

const ask = (member: TestMember, email: string, key?: string) =>
  askForMoney(member, undefined, '1.00', { recipient_email: email }, key);

const askAndCancel = async (member: TestMember, email: string) => cancel(member, await ask(member, email));

const tooMany = (detail: RegExp) => refusedWith('too_many_requests', { detail: expect.stringMatching(detail) });

/** Makes the member's earlier requests older. */
const skipHours = ({ user }: TestMember, hours: number) =>
  florin.database.ownerPool.query(
    'update payment_requests set created_at = created_at - make_interval(hours => $2) where requester_id = $1',
    [user.id, hours],
  );

describe('limits for canceled requests', () => {
  test('allows 10 requests a day to one person with 3 mails, and says when to try again', async () => {
    const [hana, ines] = [await florin.signUp('Hana'), await florin.confirm(await florin.signUp())];
    const before = (await mailsTo(florin, ines.user.email)).length;
    for (let i = 0; i < 10; i++) await askAndCancel(hana, ines.user.email);
    await expect(ask(hana, ines.user.email)).rejects.toMatchObject(tooMany(/this person 10 times/));
    expect(await mailsTo(florin, ines.user.email)).toHaveLength(before + 3);

    await skipHours(hana, 20);
    const refused = await florin.app.http.inject({
      method: 'POST',
      url: `/api${endpoints.requestMoney.path}`,
      headers: { authorization: `Bearer ${hana.token}` },
      payload: { amount: '1.00', recipient_email: ines.user.email },
    });
    expect(refused.statusCode).toBe(429);
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(3 * 3_600);
    expect(seconds).toBeLessThanOrEqual(4 * 3_600);
    await ask(hana, 'another.person@elsewhere.example');
    await askForMoney(hana, undefined);
    await skipHours(hana, 4);
    await ask(hana, ines.user.email);
  });

  // Rules: security-28
  test('mails 100 requests a day, even under concurrency, and still allows links', async () => {
    const hana = await florin.signUp('Hana');
    for (let i = 0; i < 95; i++) {
      await askAndCancel(hana, `person${i}@elsewhere.example`);
      if (i % 20 === 19) await florin.database.ownerPool.query('delete from use_counts'); // the lookup limits
    }
    await florin.database.ownerPool.query('delete from use_counts');
    const last = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) => ask(hana, `person.more${i}@elsewhere.example`)),
    );
    expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    await expect(ask(hana, 'one.more@elsewhere.example')).rejects.toMatchObject(tooMany(/100 times/));
    const { rowCount } = await florin.database.ownerPool.query(`select from mails where recipient like 'person%'`);
    expect(rowCount).toBe(100);
    await askForMoney(hana, undefined);
  });

  test('repeats the answer to a request with a repeated key above the limit', async () => {
    const hana = await florin.signUp('Hana');
    for (let i = 0; i < 10; i++) await ask(hana, 'recipient@elsewhere.example', `number ${i}`);
    expect(await ask(hana, 'recipient@elsewhere.example', 'number 9')).toMatchObject({ state: 'open' });
    expect(await mailsTo(florin, 'recipient@elsewhere.example')).toHaveLength(3);
  });
});
