import { randomInt } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeTextedTo, textsTo } from '../../../../test/caught.ts';
import { refusedWith } from '../../../../test/refused-with.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { mailPasswordResets } from '../password/forgot-password.ts';

let florin: TestApp;
let ines: TestMember;
let number: string;
beforeAll(async () => {
  florin = await createTestApp({ FLORIN_EMAIL_CONFIRMATION: 'on', FLORIN_RATE_LIMITS: 'on' }, {}, asManyAsAServer);
});
beforeEach(async () => {
  ines = await florin.confirm(await florin.signUp('Ines'));
  number = `+3519${randomInt(10_000_000, 99_999_999)}`;
  await setPhone(number);
});
afterAll(() => florin.close());

const setPhone = (phone: string, { client } = ines) => client.call(endpoints.changeProfile, { body: { phone } });
const sendCode = ({ client } = ines) => client.call(endpoints.sendPhoneCode);
const confirm = (code: string, { client } = ines) => client.call(endpoints.confirmPhone, { body: { code } });
const isConfirmed = async ({ client } = ines) => (await client.call(endpoints.me)).phone_confirmed;
const update = (sql: string, values: unknown[] = []) => florin.database.ownerPool.query(sql, values);
/** The half minute between two codes passes. */
const aWhileLater = () => update(`delete from use_counts where use = 'phone-code-soon'`);
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Confirms the number of a member with the code that was texted there. */
async function confirmNumber(member = ines, to = number) {
  await sendCode(member);
  return confirm(await codeTextedTo(florin, to), member);
}

describe('a phone number', () => {
  test('is confirmed by the code that was texted there, once, and its owner is mailed', async () => {
    expect(await isConfirmed()).toBe(false);
    await sendCode();
    const code = await codeTextedTo(florin, number);
    expect(code).toMatch(/^\d{6}$/);
    expect(await confirm(code)).toMatchObject({ phone: number, phone_confirmed: true });
    expect(await isConfirmed()).toBe(true);
    await expect(confirm(code)).rejects.toMatchObject(refusedWith('phone_code_wrong'));
    const mails = await florin.client.call(endpoints.listCaughtMails, { query: { to: ines.user.email } });
    expect(mails[0]?.subject).toBe('A phone number was confirmed');
  });

  test('is texted as plus and digits, however it is written', async () => {
    const written = `${number.slice(0, 4)} (${number.slice(4, 7)}) ${number.slice(7)}`;
    await setPhone(written);
    await sendCode();
    expect(await textsTo(florin, number)).toHaveLength(1);
  });

  test('is not confirmed by a wrong code; after five no code counts, and another one can be had', async () => {
    await sendCode();
    const code = await codeTextedTo(florin, number);
    for (const left of ['4 tries', '3 tries', '2 tries', '1 try'])
      await expect(confirm(another(code))).rejects.toMatchObject(
        refusedWith('phone_code_wrong', { detail: `This code is not right. ${left} left.` }),
      );
    await expect(confirm(another(code))).rejects.toMatchObject(refusedWith('phone_code_wrong'));
    await expect(confirm(code)).rejects.toMatchObject(
      refusedWith('phone_code_wrong', { detail: 'This code does not work any more. Ask for a new one.' }),
    );
    expect(await isConfirmed()).toBe(false);
    await aWhileLater();
    await confirmNumber();
    expect(await isConfirmed()).toBe(true);
  });

  // Rules: identity-26
  test('of thousands of guesses at the same moment five are looked at', async () => {
    await sendCode();
    const code = await codeTextedTo(florin, number);
    const wrong = Array.from({ length: 40 }, (_, i) => String((Number(code) + 1 + i) % 1_000_000).padStart(6, '0'));
    await Promise.allSettled(wrong.map((one) => confirm(one)));
    const { rows } = await update('select attempts from phone_codes where user_id = $1', [ines.user.id]);
    expect(rows).toEqual([{ attempts: 5 }]);
  });

  test('is not confirmed ten minutes later, nor by the code that a newer one has replaced', async () => {
    await sendCode();
    const first = await codeTextedTo(florin, number);
    await aWhileLater();
    await sendCode();
    const second = await codeTextedTo(florin, number);
    const earlier = first === second ? another(second) : first;
    await expect(confirm(earlier)).rejects.toMatchObject(refusedWith('phone_code_wrong'));
    await update(`update phone_codes set expires_at = now() where user_id = $1`, [ines.user.id]);
    await expect(confirm(second)).rejects.toMatchObject(refusedWith('phone_code_wrong'));
  });

  // Rules: identity-26
  test('is not confirmed by another member’s code, nor by one that went to another number', async () => {
    const jonas = await florin.confirm(await florin.signUp('Jonas'));
    await setPhone(number, jonas);
    await sendCode();
    const code = await codeTextedTo(florin, number);
    await expect(confirm(code, jonas)).rejects.toMatchObject(refusedWith('phone_code_wrong'));
    await setPhone(`${number.slice(0, -1)}${number.endsWith('0') ? '1' : '0'}`);
    await expect(confirm(code)).rejects.toMatchObject(refusedWith('phone_code_wrong'));
    await setPhone(number);
    await expect(confirm(code)).rejects.toMatchObject(refusedWith('phone_code_wrong'));
  });

  test('is unconfirmed by another number and by none; not by the same one in another writing', async () => {
    await confirmNumber();
    await setPhone(`${number.slice(0, 4)} ${number.slice(4)}`);
    await ines.client.call(endpoints.changeProfile, { body: { name: 'Ines A.' } });
    expect(await isConfirmed()).toBe(true);
    await setPhone('');
    expect(await isConfirmed()).toBe(false);
    await setPhone(number);
    expect(await isConfirmed()).toBe(false);
  });

  test('that is missing, too short or confirmed already gets no code', async () => {
    await setPhone('');
    await expect(sendCode()).rejects.toMatchObject(refusedWith('phone_missing'));
    await setPhone('+1 (2) - - -');
    await expect(sendCode()).rejects.toMatchObject(refusedWith('phone_missing'));
    await setPhone(number);
    await confirmNumber();
    await expect(sendCode()).rejects.toMatchObject(refusedWith('already_confirmed'));
  });
});

describe('codes by text message', () => {
  test('have half a minute in between, and are five a day for a member', async () => {
    await sendCode();
    await expect(sendCode()).rejects.toMatchObject(refusedWith('too_many_requests'));
    for (let i = 0; i < 4; i++) {
      await aWhileLater();
      await setPhone(`+3518${randomInt(10_000_000, 99_999_999)}`); // each to another number
      await sendCode();
    }
    await aWhileLater();
    await expect(sendCode()).rejects.toMatchObject(
      refusedWith('too_many_requests', { detail: 'You have asked for five codes in 24 hours. Try again tomorrow.' }),
    );
  });

  // Rules: identity-26
  test('are limited to five a day per number, across all accounts, closed ones included', async () => {
    for (let i = 0; i < 5; i++) {
      const member = await florin.confirm(await florin.signUp());
      await setPhone(number, member);
      await sendCode(member);
      await member.client.call(endpoints.closeAccount, { body: { current_password: member.password } });
    }
    await expect(sendCode()).rejects.toMatchObject(refusedWith('too_many_requests'));
  });

  // Rules: identity-26
  test('are stored as keyed digests, and the texts encrypted', async () => {
    await sendCode();
    const code = await codeTextedTo(florin, number);
    const { rows } = await update(
      `select to_jsonb(c)::text as row from phone_codes c
       union all select to_jsonb(t)::text || encode(t.sealed_body, 'escape') from texts t`,
    );
    const stored = rows.map(({ row }) => String(row)).join('\n');
    expect(stored).not.toContain(`${code} is your`);
    expect(stored).not.toMatch(new RegExp(`"${code}"`));
  });

  test('are refused to a member whose email address is not confirmed', async () => {
    const stranger = await florin.signUp();
    await setPhone(number, stranger);
    await expect(sendCode(stranger)).rejects.toMatchObject(refusedWith('email_not_confirmed'));
  });

  test('are refused where the server sends no text messages', async () => {
    const without = await createTestApp({}, { texts: undefined }, asManyAsAServer);
    const member = await without.signUp();
    await setPhone(number, member);
    await expect(sendCode(member)).rejects.toMatchObject(refusedWith('no_texts'));
    expect((await member.client.call(endpoints.getPreferences)).sms_available).toBe(false);
    expect((await member.client.call(endpoints.changePreferences, { body: { sms: true } })).sms).toBe(true);
    await without.close();
  });
});

describe('nothing of a phone number is left', () => {
  const rowsNaming = async (text: string) => {
    const { rows } = await update(
      `select 'users' as place from users where phone like '%' || $1 || '%'
       union all select 'phone_codes' from phone_codes where phone like '%' || $1 || '%'
       union all select 'texts' from texts where recipient like '%' || $1 || '%' or user_id = $2`,
      [text, ines.user.id],
    );
    return rows;
  };

  test('by a closed account', async () => {
    await confirmNumber();
    await ines.client.call(endpoints.closeAccount, { body: { current_password: ines.password } });
    expect(await rowsNaming(number)).toEqual([]);
  });

  // Rules: identity-26
  test('by who had an unconfirmed account that its owner took over', async () => {
    await confirmNumber();
    await update('update users set email_confirmed_at = null where id = $1', [ines.user.id]); // a squatter’s from before
    await florin.client.call(endpoints.forgotPassword, { body: { email: ines.user.email } });
    await mailPasswordResets(florin.app.dependencies);
    const mails = await florin.client.call(endpoints.listCaughtMails, { query: { to: ines.user.email } });
    const token = mails.find(({ link }) => link?.includes('reset-password#'))?.link?.split('#')[1] ?? '';
    const password = 'the owner’s own 1637';
    await florin.client.call(endpoints.resetPassword, { body: { token, password } });
    const owner = await florin.client.call(endpoints.login, { body: { email: ines.user.email, password } });
    expect(owner.user).toMatchObject({ phone: null, phone_confirmed: false });
    expect(await rowsNaming(number)).toEqual([]);
  });
});

test('the export of a member’s data says whether their number is confirmed, and what was texted', async () => {
  await confirmNumber();
  const answer = await florin.app.http.inject({
    method: endpoints.exportMyData.method,
    url: `/api${endpoints.exportMyData.path}`,
    headers: { authorization: `Bearer ${ines.token}` },
  });
  expect(answer.payload).toMatch(/"phone_confirmed_at": ?"\d/);
  expect(answer.payload).toContain('"purpose"');
});
