import { endpoints, type Client } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { confirmEmail } from './confirm-email.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({
    FLORIN_EMAIL_CONFIRMATION: 'on',
    FLORIN_RATE_LIMITS: 'on',
    PUBLIC_URL: 'https://florin.example',
  });
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const confirm = ({ client }: { readonly client: Client }, token: string) =>
  client.call(endpoints.confirmEmail, { body: { token } });
const resend = (member: TestMember) => member.client.call(endpoints.resendConfirmation);
const me = (member: TestMember) => member.client.call(endpoints.me);
const asOwner = (statement: string, values: unknown[]) => florin.database.ownerPool.query(statement, values);

/** The tokens mailed to the member, newest first. */
async function tokensOf({ user }: TestMember): Promise<string[]> {
  const mails = await florin.client.call(endpoints.listCaughtMails, { query: { to: user.email } });
  return mails.map(({ link }) => /^https:\/\/florin\.example\/confirm-email#([\w-]{43})$/.exec(link ?? '')?.[1] ?? '');
}

async function tokenOf(member: TestMember): Promise<string> {
  const [token] = await tokensOf(member);
  if (!token) throw new Error('no confirmation mail');
  return token;
}

const passOneMinute = ({ user }: TestMember) =>
  asOwner(`update email_confirmations set created_at = created_at - interval '1 minute' where user_id = $1`, [user.id]);

describe('signing up', () => {
  test('sign-up mails a link that confirms the address and raises the level', async () => {
    const ines = await florin.signUp();
    expect(ines.user).toMatchObject({ email_confirmed: false, kyc_level: 0 });
    expect(await confirm(ines, await tokenOf(ines))).toEqual({ email: ines.user.email, already: false, claimed: 0 });
    expect(await me(ines)).toMatchObject({ email_confirmed: true, kyc_level: 1, verified: false });
  });

  test('the database stores only the digest of a confirmation token', async () => {
    const ines = await florin.signUp();
    const token = await tokenOf(ines);
    const { rows } = await asOwner('select to_jsonb(c)::text as row from email_confirmations c where user_id = $1', [
      ines.user.id,
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  });

  test('a confirmation mail contains no text chosen by the member', async () => {
    const { user } = await florin.signUp('Your Manager: pay me, evil');
    const [mail] = await florin.client.call(endpoints.listCaughtMails, { query: { to: user.email } });
    expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/manager|evil/i);
  });

  test('a rejected sign-up sends no mail', async () => {
    const ines = await florin.signUp();
    const body = { name: 'Mallory', email: ines.user.email, password: 'correct horse battery' };
    await expect(florin.client.call(endpoints.signup, { body })).rejects.toMatchObject(refusedWith('email_taken'));
    expect(await tokensOf(ines)).toHaveLength(1);
  });
});

describe('a confirmation', () => {
  test('opening a confirmation link twice confirms once, and a used link says that it was used, even without a session', async () => {
    const ines = await florin.signUp();
    const token = await tokenOf(ines);
    const answer = { email: ines.user.email, already: false, claimed: 0 };
    const both = await Promise.all([confirm(ines, token), confirm(ines, token)]);
    expect(both.toSorted((a, b) => Number(a.already) - Number(b.already))).toEqual([
      answer,
      { ...answer, already: true },
    ]);
    expect(await confirm(florin, token)).toEqual({ ...answer, already: true });
  });

  test('confirming an address does not lower the level and notifies open pages', async () => {
    const ines = await florin.signUp();
    await asOwner('update users set kyc_level = 2 where id = $1', [ines.user.id]);
    await confirm(ines, await tokenOf(ines));
    expect(await me(ines)).toMatchObject({ kyc_level: 2, email_confirmed: true });
    const { rows } = await asOwner('select topic from member_changes where user_id = $1', [ines.user.id]);
    expect(rows).toContainEqual({ topic: 'account' });
  });

  test('rejects a confirmation link after a day by the database’s clock', async () => {
    const ines = await florin.signUp();
    const token = await tokenOf(ines);
    await asOwner('update email_confirmations set expires_at = now() where user_id = $1', [ines.user.id]);
    await expect(confirm(ines, token)).rejects.toMatchObject(refusedWith('confirmation_invalid'));
    expect((await me(ines)).email_confirmed).toBe(false);
  });

  test.each(['x', 'A'.repeat(43), `' or 1=1 --`])('rejects the wrong confirmation token %j', async (token) => {
    await expect(confirm(florin, token)).rejects.toMatchObject(refusedWith('confirmation_invalid'));
  });

  test('rejects a confirmation link of a disabled account', async () => {
    const ines = await florin.signUp();
    await asOwner('update users set disabled_at = now() where id = $1', [ines.user.id]);
    await expect(confirm(ines, await tokenOf(ines))).rejects.toMatchObject(refusedWith('confirmation_invalid'));
  });

  test('an address stays confirmed when its waiting money cannot be claimed yet', async () => {
    const ines = await florin.signUp();
    const dependencies = {
      ...florin.app.dependencies,
      logger: pino({ level: 'silent' }),
      onEmailConfirmed: () => Promise.reject(new Error('the ledger is closed')),
    };
    const holder = { session: undefined, password: ines.password, origin: { ip: '127.0.0.1', userAgent: '' } };
    const answer = { email: ines.user.email, already: false, claimed: 0 };
    expect(await confirmEmail(dependencies, await tokenOf(ines), holder)).toEqual(answer);
    expect((await me(ines)).email_confirmed).toBe(true);
  });
});

describe('resending a confirmation', () => {
  test('rejects a second confirmation mail within a minute and says how long to wait', async () => {
    const ines = await florin.signUp();
    const { statusCode, headers } = await florin.app.http.inject({
      method: 'POST',
      url: `/api${endpoints.resendConfirmation.path}`,
      headers: { authorization: `Bearer ${ines.token}` },
    });
    expect([statusCode, Number(headers['retry-after'])]).toEqual([429, expect.closeTo(59, -1)]);
    await passOneMinute(ines);
    const both = await Promise.allSettled([resend(ines), resend(ines)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((one) => one.status === 'rejected')?.reason).toMatchObject(refusedWith('too_many_requests'));
    expect(new Set(await tokensOf(ines)).size).toBe(2);
  });

  test('rejects the eleventh confirmation mail of a day', async () => {
    const ines = await florin.signUp();
    for (let i = 1; i < 10; i++) {
      await passOneMinute(ines);
      await resend(ines);
    }
    await passOneMinute(ines);
    await expect(resend(ines)).rejects.toMatchObject(refusedWith('too_many_requests'));
    expect(await tokensOf(ines)).toHaveLength(10);
  });

  test('an older confirmation link works until one of the links is used', async () => {
    const ines = await florin.signUp();
    await passOneMinute(ines);
    await resend(ines);
    const [, older] = await tokensOf(ines);
    await confirm(ines, older ?? '');
    const { rows } = await asOwner('select 1 from email_confirmations where user_id = $1 and used_at is null', [
      ines.user.id,
    ]);
    expect(rows).toEqual([]);
  });

  test('rejects resending a confirmation for a confirmed address', async () => {
    const ines = await florin.signUp();
    await confirm(ines, await tokenOf(ines));
    await expect(resend(ines)).rejects.toMatchObject(refusedWith('already_confirmed'));
  });
});
