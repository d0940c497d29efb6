import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { overtaken } from '../../../../test/overtaken.ts';
import { refusedWith } from '../../../../test/refused-with.ts';
import { softwarePasskey } from '../../../../test/software-passkey.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { codeOf, turnOnTwoFactor } from '../../../../test/two-factor.ts';

const origin = 'http://localhost:3000';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({ PUBLIC_URL: origin });
});
afterAll(() => florin.close());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const newerFirefox = firefox.replaceAll('140.0', '141.0');
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

/** Signs in with this browser. */
async function signInWith(userAgent: string, { user, password }: TestMember, remoteAddress = '203.0.113.77') {
  const answer = await florin.app.http.inject({
    method: 'POST',
    url: `/api${endpoints.login.path}`,
    headers: { 'user-agent': userAgent },
    remoteAddress,
    payload: { email: user.email, password },
  });
  return florin.clientOf(answer.json<{ token: string }>().token);
}

const mailsOf = async ({ user }: TestMember) =>
  (await florin.client.call(endpoints.listCaughtMails, { query: { to: user.email } })).filter(({ subject }) =>
    subject.startsWith('New sign-in'),
  );
const notificationsOf = async ({ client }: TestMember) =>
  (await client.call(endpoints.listNotifications)).filter(({ kind }) => kind === 'new_sign_in');

describe('the list of sessions', () => {
  test('the session list shows device and masked network, the current session first', async () => {
    const ines = await florin.signUp();
    const phone = await signInWith(iphone, ines);
    const sessions = await phone.call(endpoints.listSessions);
    expect(sessions).toEqual([
      expect.objectContaining({
        device: 'Safari on iPhone',
        kind: 'phone',
        network: '203.0.113.x',
        current: true,
        new_device: true,
      }),
      expect.objectContaining({ device: 'An unknown device', network: '127.0.0.x', current: false, new_device: false }),
    ]);
    expect(JSON.stringify(sessions)).not.toContain('203.0.113.77');
  });

  test('ending one session takes effect immediately', async () => {
    const ines = await florin.signUp();
    const phone = await signInWith(iphone, ines);
    const [, other] = await ines.client.call(endpoints.listSessions);
    await ines.client.call(endpoints.endOneSession, { params: { id: other?.id ?? '' } });
    await expect(phone.call(endpoints.me)).rejects.toMatchObject(refusedWith('not_signed_in'));
    expect(await ines.client.call(endpoints.listSessions)).toHaveLength(1);
    await expect(ines.client.call(endpoints.endOneSession, { params: { id: other?.id ?? '' } })).rejects.toMatchObject(
      refusedWith('session_not_found'),
    );
  });

  test('ending all other sessions keeps the current session', async () => {
    const ines = await florin.signUp();
    const others = [await signInWith(iphone, ines), await signInWith(firefox, ines)];
    await ines.client.call(endpoints.endOtherSessions);
    for (const other of others)
      await expect(other.call(endpoints.me)).rejects.toMatchObject(refusedWith('not_signed_in'));
    expect(await ines.client.call(endpoints.listSessions)).toEqual([expect.objectContaining({ current: true })]);
  });

  test('a member cannot end another member’s session', async () => {
    const [ines, jonas] = [await florin.signUp(), await florin.signUp()];
    const [his] = await jonas.client.call(endpoints.listSessions);
    await expect(ines.client.call(endpoints.endOneSession, { params: { id: his?.id ?? '' } })).rejects.toMatchObject(
      refusedWith('session_not_found'),
    );
    await ines.client.call(endpoints.endOtherSessions);
    await jonas.client.call(endpoints.me);
  });
});

describe('a call whose session ends in the meantime', () => {
  const newPassword = 'another horse battery';
  test.each([
    [
      'a new password',
      ({ client, password }: TestMember) =>
        client.call(endpoints.changePassword, { body: { current_password: password, password: newPassword } }),
    ],
    [
      'a new address',
      ({ client, password }: TestMember) =>
        client.call(endpoints.changeEmail, { body: { current_password: password, email: 'eve@florin.example' } }),
    ],
    [
      'closing the account',
      ({ client, password }: TestMember) =>
        client.call(endpoints.closeAccount, { body: { current_password: password } }),
    ],
  ])('a call whose session ends in the meantime is rejected: %s', async (_, call) => {
    const ines = await florin.signUp();
    const outcome = await overtaken(
      florin,
      ines.user.id,
      () => call(ines),
      (tx) => tx.query('delete from sessions where user_id = $1', [ines.user.id]),
    );
    expect(outcome).toMatchObject({ status: 'rejected', reason: refusedWith('not_signed_in') });
    await signInWith(firefox, ines).then((client) => client.call(endpoints.me));
    const { rows } = await florin.database.ownerPool.query('select from email_changes where user_id = $1', [
      ines.user.id,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('a change of security settings whose session ends in the meantime', () => {
  const withPassword = ({ password }: TestMember) => ({ body: { current_password: password } });
  const codeFor = async (member: TestMember) =>
    codeOf((await member.client.call(endpoints.setUpTwoFactor, withPassword(member))).secret);
  const addPasskey = async (member: TestMember) => {
    const { challenge_id, options } = await member.client.call(endpoints.beginPasskey, withPassword(member));
    const response = softwarePasskey().make(options, { origin });
    return member.client.call(endpoints.addPasskey, { body: { challenge_id, name: 'Laptop', response } });
  };
  const securityStateOf = async ({ user }: TestMember) => {
    const { rows } = await florin.database.ownerPool.query<{ state: string }>(
      `select concat_ws(' ', two_factor_at, (select encode(sealed, 'hex') from authenticators a where a.user_id = u.id),
                        (select string_agg(encode(digest, 'hex'), ' ' order by digest) from recovery_codes r where r.user_id = u.id),
                        (select count(*) from passkeys p where p.user_id = u.id)) as state
       from users u where id = $1`,
      [user.id],
    );
    return rows[0]?.state;
  };

  // Rules: security-9
  test.each<[string, (member: TestMember) => Promise<() => Promise<unknown>>]>([
    [
      'setting up two-factor authentication',
      async (member) => () => member.client.call(endpoints.setUpTwoFactor, withPassword(member)),
    ],
    [
      'turning on two-factor authentication',
      async (member) => {
        const code = await codeFor(member);
        return () => member.client.call(endpoints.turnOnTwoFactor, { body: { code } });
      },
    ],
    [
      'turning off two-factor authentication',
      async (member) => {
        await turnOnTwoFactor(member);
        return () => member.client.call(endpoints.turnOffTwoFactor, withPassword(member));
      },
    ],
    [
      'new recovery codes',
      async (member) => {
        await turnOnTwoFactor(member);
        return () => member.client.call(endpoints.renewRecoveryCodes, withPassword(member));
      },
    ],
    [
      'removing a passkey',
      async (member) => {
        const { id } = await addPasskey(member);
        return () => member.client.call(endpoints.removePasskey, { params: { id }, ...withPassword(member) });
      },
    ],
  ])('a change of security settings whose session ends in the meantime is rejected: %s', async (_, prepare) => {
    const ines = await florin.signUp();
    const call = await prepare(ines);
    const before = await securityStateOf(ines);
    const outcome = await overtaken(florin, ines.user.id, call, (tx) =>
      tx.query('delete from sessions where user_id = $1', [ines.user.id]),
    );
    expect(outcome).toMatchObject({ status: 'rejected', reason: refusedWith('not_signed_in') });
    expect(await securityStateOf(ines)).toBe(before);
  });
});

describe('signing in on a new device', () => {
  // Rules: security-15
  test('a new device is reported by mail and in the app, even after the session ended', async () => {
    const ines = await florin.signUp();
    const phone = await signInWith(iphone, ines);
    expect(await mailsOf(ines)).toEqual([
      expect.objectContaining({ text: expect.stringContaining('Safari on iPhone, from the network 203.0.113.x') }),
    ]);
    await phone.call(endpoints.logout);
    expect(await notificationsOf(ines)).toEqual([
      expect.objectContaining({ title: 'New sign-in with Safari on iPhone', read: false }),
    ]);
  });

  test('a known device is reported once, even after a browser update', async () => {
    const ines = await florin.signUp();
    await signInWith(firefox, ines);
    await signInWith(firefox, ines);
    const [session] = await (await signInWith(newerFirefox, ines)).call(endpoints.listSessions);
    expect(session).toMatchObject({ device: 'Firefox on Linux', new_device: false });
    expect(await mailsOf(ines)).toHaveLength(1);
    expect(await notificationsOf(ines)).toHaveLength(1);
  });

  // Rules: identity-18
  test('the same browser in another network is reported once', async () => {
    const ines = await florin.signUp();
    await signInWith(firefox, ines);
    await signInWith(firefox, ines, '198.51.100.20');
    await signInWith(firefox, ines, '198.51.100.21');
    expect((await mailsOf(ines)).map(({ text }) => /network (\S+)\./.exec(text)?.[1])).toEqual([
      '198.51.100.x',
      '203.0.113.x',
    ]);
  });

  test('the account’s first device is not reported', async () => {
    const ines = await florin.signUp();
    expect(await mailsOf(ines)).toEqual([]);
    expect(await notificationsOf(ines)).toEqual([]);
  });
});
