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

/** As if what was asked so far had been asked then. */
const letHoursPass = ({ user }: TestMember, hours: number) =>
  florin.database.ownerPool.query(
    'update payment_requests set created_at = created_at - make_interval(hours => $2) where requester_id = $1',
    [user.id, hours],
  );

describe('of requests that are cancelled again', () => {
  test('one person is asked ten times a day, of which three are mailed; then it is said when to ask again', async () => {
    const [hana, ines] = [await florin.signUp('Hana'), await florin.confirm(await florin.signUp())];
    const before = (await mailsTo(florin, ines.user.email)).length;
    for (let i = 0; i < 10; i++) await askAndCancel(hana, ines.user.email);
    await expect(ask(hana, ines.user.email)).rejects.toMatchObject(tooMany(/this person 10 times/));
    expect(await mailsTo(florin, ines.user.email)).toHaveLength(before + 3);

    await letHoursPass(hana, 20);
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
    await ask(hana, 'somebody.else@elsewhere.example');
    await askForMoney(hana, undefined);
    await letHoursPass(hana, 4);
    await ask(hana, ines.user.email);
  });

  // Rules: security-28
  test('a hundred a day are mailed, also of many at once; a link can still be made', async () => {
    const hana = await florin.signUp('Hana');
    for (let i = 0; i < 95; i++) {
      await askAndCancel(hana, `somebody${i}@elsewhere.example`);
      if (i % 20 === 19) await florin.database.ownerPool.query('delete from use_counts'); // of look-ups
    }
    await florin.database.ownerPool.query('delete from use_counts');
    const last = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) => ask(hana, `somebody.more${i}@elsewhere.example`)),
    );
    expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    await expect(ask(hana, 'one.more@elsewhere.example')).rejects.toMatchObject(tooMany(/100 times/));
    const { rowCount } = await florin.database.ownerPool.query(`select from mails where recipient like 'somebody%'`);
    expect(rowCount).toBe(100 + 1); // the one above
    await askForMoney(hana, undefined);
  });

  test('one that is asked again with its key is answered, also where there is no room for another', async () => {
    const hana = await florin.signUp('Hana');
    for (let i = 0; i < 10; i++) await ask(hana, 'poor@elsewhere.example', `number ${i}`);
    expect(await ask(hana, 'poor@elsewhere.example', 'number 9')).toMatchObject({ state: 'open' });
    expect(await mailsTo(florin, 'poor@elsewhere.example')).toHaveLength(3);
  });
});
