import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailsTo } from '../../../test/ask-for-money.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { inviteRecipients } from '../transfers/invite-recipients.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({ FLORIN_RATE_LIMITS: 'on', PUBLIC_URL: 'https://florin.example' }, {}, asManyAsAServer);
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const publicUrl = 'https://florin.example';
const stranger = () => `${randomUUID().slice(0, 13)}@elsewhere.example`;
const confirmed = async (name: string, usd = '100') => florin.confirm(await florin.signUpWith(usd, name));
const request = ({ client }: TestMember, email: string, note = '') =>
  client.call(endpoints.requestMoney, { body: { recipient_email: email, amount: '1', note } });
const share = ({ client }: TestMember, email: string, note = '') =>
  client.call(endpoints.sharePaymentLink, { body: { email, note } });
const send = ({ client }: TestMember, email: string, note = '') =>
  client.call(endpoints.sendMoney, { body: { recipient_email: email, amount: '1', note } });
const invite = () => inviteRecipients({ pool: florin.database.pool, publicUrl, rateLimits: true });

describe('mails from one member to one address', () => {
  test('a member can have three mails a day sent to one address, and further requests succeed without a mail', async () => {
    const ines = await confirmed('Ines');
    const to = stranger();
    const made = [];
    for (let i = 0; i < 5; i++) made.push(await request(ines, to));
    expect(made.map(({ email_sent }) => email_sent)).toEqual([undefined, undefined, undefined, false, false]);
    expect(await mailsTo(florin, to)).toHaveLength(3);
    expect(await ines.client.call(endpoints.listPaymentRequests, { query: {} })).toHaveLength(5);
  });

  // Rules: identity-15
  test('invitations, requests and shared links share one daily limit, and a payment succeeds without its mail', async () => {
    const ines = await confirmed('Ines');
    const to = stranger();
    await request(ines, to);
    expect(await send(ines, to)).not.toHaveProperty('email_sent');
    await invite();
    await share(ines, to);
    await expect(share(ines, to)).rejects.toMatchObject(refusedWith('too_many_requests'));
    expect(await send(ines, to)).toMatchObject({ status: 'pending', email_sent: false });
    await invite();
    expect(await mailsTo(florin, to)).toHaveLength(3);
  });

  // Rules: identity-15
  test('the limit of three mails a day holds for twenty parallel calls', async () => {
    const ines = await confirmed('Ines');
    const to = stranger();
    await Promise.allSettled(Array.from({ length: 20 }, (_, i) => (i % 2 ? request(ines, to) : share(ines, to))));
    expect(await mailsTo(florin, to)).toHaveLength(3);
  });

  test('the daily limit of mails covers all addresses of a recipient', async () => {
    const [ines, hana] = [await confirmed('Ines'), await confirmed('Hana')];
    for (let i = 0; i < 5; i++) await request(ines, hana.user.email);
    const asked = (await mailsTo(florin, hana.user.email)).filter(({ subject }) => subject.includes('requested'));
    expect(asked).toHaveLength(3);
  });

  test('the daily limit of mails resets after 24 hours', async () => {
    const ines = await confirmed('Ines');
    const to = stranger();
    for (let i = 0; i < 4; i++) await request(ines, to);
    await florin.database.ownerPool.query(`update member_mails set mailed_at = mailed_at - interval '25 hours'`);
    expect(await request(ines, to)).not.toHaveProperty('email_sent');
    expect(await mailsTo(florin, to)).toHaveLength(4);
  });

  test('the mail counter stores a digest instead of the address', async () => {
    const ines = await confirmed('Ines');
    const to = stranger();
    await share(ines, to);
    const { rows } = await florin.database.ownerPool.query('select to_jsonb(m)::text as row from member_mails m');
    expect(JSON.stringify(rows)).not.toContain(to);
  });
});

// Rules: identity-15
test('an address receives at most ten member mails a day, even from parallel calls', async () => {
  const members: TestMember[] = [];
  for (const letter of 'ABCDEF') members.push(await confirmed(`Member ${letter}`));
  const to = stranger();
  await Promise.allSettled(members.flatMap((member) => [1, 2, 3].map(() => share(member, to))));
  expect(await mailsTo(florin, to)).toHaveLength(10);
  const ines = await confirmed('Ines');
  await expect(share(ines, to)).rejects.toMatchObject(refusedWith('too_many_requests'));
  expect(await send(ines, to)).toMatchObject({ status: 'pending', email_sent: false });
});

test('a reminder to an address over its mail limit is rejected and leaves the request open', async () => {
  const ines = await confirmed('Ines');
  const to = stranger();
  const made = await request(ines, to);
  await share(ines, to);
  await share(ines, to);
  await florin.database.ownerPool.query(
    `update payment_requests set created_at = created_at - interval '25 hours' where id = $1`,
    [made.id],
  );
  const remind = ines.client.call(endpoints.remindOfRequest, { params: { id: made.id } });
  await expect(remind).rejects.toMatchObject(refusedWith('too_many_requests'));
  expect(await ines.client.call(endpoints.getPaymentRequest, { params: { id: made.id } })).toMatchObject({
    state: 'open',
    reminders: 0,
  });
});

describe('a note in a mail', () => {
  // Rules: identity-15
  test.each([
    'Security: see https://evil.example now',
    'pay at evil\u200B.example',
    'www.evil',
    'hxxps://evil',
    'evil。com',
  ])('a note with a link is left out of every mail: %s', async (note) => {
    const [ines, to] = [await confirmed('Ines'), stranger()];
    await request(ines, to, note);
    await share(ines, to, note);
    await send(ines, to, note);
    await invite();
    const mails = await mailsTo(florin, to);
    expect(mails).toHaveLength(3);
    for (const { body } of mails) {
      expect(body).toContain('Their note contains a web address, so this email leaves it out.');
      expect(body).not.toContain('evil');
    }
  });

  test('a note without a link is quoted in the mail', async () => {
    const [ines, to] = [await confirmed('Ines'), stranger()];
    await request(ines, to, 'Lunch. Thanks!');
    expect((await mailsTo(florin, to))[0]?.body).toContain('Their note: Lunch. Thanks!');
  });
});

test('a mail shows the address instead of a name that breaks the rules for names', async () => {
  const [ines, to] = [await confirmed('Ines'), stranger()];
  await florin.database.ownerPool.query(`update users set name = 'Florin Security evil.example' where id = $1`, [
    ines.user.id,
  ]);
  await share(ines, to);
  const [mail] = await mailsTo(florin, to);
  expect(mail?.subject).toBe(`How to pay ${ines.user.email}`);
  expect(mail?.body).not.toContain('Security');
});

test('rejects a reserved name or a name with a link at sign-up and on the profile', async () => {
  const ines = await florin.signUp('Ines');
  for (const name of ['Florin Support', 'Ｓｅｃｕｒｉｔｙ', 'Visit evil.com', 'Flоrin']) {
    const body = { name, email: stranger(), password: 'correct horse battery' };
    const rejection = expect.objectContaining({ fields: { name: expect.stringMatching(/^A name cannot contain/) } });
    await expect(florin.client.call(endpoints.signup, { body })).rejects.toMatchObject({ body: rejection });
    await expect(ines.client.call(endpoints.changeProfile, { body: { name } })).rejects.toMatchObject({
      body: rejection,
    });
  }
  await ines.client.call(endpoints.changeProfile, { body: { name: 'Florina Popescu' } });
});

describe('the recipient of a request', () => {
  // Rules: identity-14
  test('a request does not show a stranger the recipient’s name, even after the recipient declines it', async () => {
    const [mallory, hana] = [await confirmed('Mallory'), await confirmed('Hana Sato')];
    const made = await request(mallory, hana.user.email);
    expect(made.recipient).toEqual({ email: hana.user.email, name: null });
    await hana.client.call(endpoints.declineRequest, { params: { id: made.id } });
    const shown = JSON.stringify([
      await mallory.client.call(endpoints.listPaymentRequests, { query: {} }),
      await mallory.client.call(endpoints.listNotifications),
    ]);
    expect(shown).not.toContain('Sato');
  });

  test('a request shows the recipient’s name after a payment', async () => {
    const [ines, hana] = [await confirmed('Ines'), await confirmed('Hana Sato')];
    await send(ines, hana.user.email);
    expect((await request(ines, hana.user.email)).recipient?.name).toBe('Hana Sato');
    const asked = await request(hana, ines.user.email);
    await ines.client.call(endpoints.payRequest, { params: { id: asked.id } });
    const [paid] = await hana.client.call(endpoints.listPaymentRequests, { query: {} });
    expect(paid).toMatchObject({ state: 'paid', recipient: { name: 'Ines' } });
  });

  // Rules: identity-14
  test('requesting money counts as a look-up of the recipient', async () => {
    const mallory = await confirmed('Mallory');
    for (let i = 0; i < 20; i++) await request(mallory, stranger());
    await expect(request(mallory, stranger())).rejects.toMatchObject(refusedWith('too_many_requests'));
    const lookUp = mallory.client.call(endpoints.lookUpRecipient, { body: { email: stranger() } });
    await expect(lookUp).rejects.toMatchObject(refusedWith('too_many_requests'));
  });
});

// Rules: identity-14
test('sending to and canceling at unknown addresses is limited to twenty, so it cannot reveal accounts', async () => {
  const mallory = await confirmed('Mallory');
  for (let i = 0; i < 20; i++) {
    const { id } = await send(mallory, stranger());
    await mallory.client.call(endpoints.cancelTransaction, { params: { id } });
  }
  await expect(send(mallory, stranger())).rejects.toMatchObject(refusedWith('too_many_requests'));
  const hana = await confirmed('Hana');
  expect(await send(mallory, hana.user.email)).toMatchObject({ status: 'completed' });
});
