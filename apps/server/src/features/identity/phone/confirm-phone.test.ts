import { randomInt } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeTextedTo, textsTo } from '../../../../test/caught.ts';
import { refusedWith } from '../../../../test/refused-with.ts';
import { resetPassword } from '../../../../test/reset-password.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';

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
/** Ends the pause of 30 seconds between two codes. */
const passPause = () => update(`delete from use_counts where use = 'phone-code-soon'`);
const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Confirms the number of a member with the code that was texted there. */
async function confirmNumber(member = ines, to = number) {
  await sendCode(member);
  return confirm(await codeTextedTo(florin, to), member);
}

describe('confirming a phone number', () => {
  test('a texted code confirms the phone number once and mails the member', async () => {
    expect(await isConfirmed()).toBe(false);
    await sendCode();
    const code = await codeTextedTo(florin, number);
    expect(code).toMatch(/^\d{6}$/);
    expect(await confirm(code)).toMatchObject({ phone: number, phone_confirmed: true });
    expect(await isConfirmed()).toBe(true);
    await expect(confirm(code)).rejects.toMatchObject(refusedWith('phone_code_wrong'));
    const mails = await florin.client.call(endpoints.listCaughtMails, { query: { to: ines.user.email } });
    expect(mails[0]?.subject).toBe('Phone number confirmed');
  });

  test('a code is texted to the canonical form of the number', async () => {
    const formatted = `${number.slice(0, 4)} (${number.slice(4, 7)}) ${number.slice(7)}`;
    await setPhone(formatted);
    await sendCode();
    expect(await textsTo(florin, number)).toHaveLength(1);
  });

  test('a code is invalid after five wrong attempts, and a new code works', async () => {
    await sendCode();
    const code = await codeTextedTo(florin, number);
    for (const left of ['4 tries', '3 tries', '2 tries', '1 try'])
      await expect(confirm(otherCode(code))).rejects.toMatchObject(
        refusedWith('phone_code_wrong', { detail: `Incorrect code. ${left} left.` }),
      );
    await expect(confirm(otherCode(code))).rejects.toMatchObject(refusedWith('phone_code_wrong'));
    await expect(confirm(code)).rejects.toMatchObject(
      refusedWith('phone_code_wrong', { detail: 'This code no longer works. Request a new one.' }),
    );
    expect(await isConfirmed()).toBe(false);
    await passPause();
    await confirmNumber();
    expect(await isConfirmed()).toBe(true);
  });

  // Rules: identity-26
  test('only five of many parallel guesses of a code are evaluated', async () => {
    await sendCode();
    const code = await codeTextedTo(florin, number);
    const wrong = Array.from({ length: 40 }, (_, i) => String((Number(code) + 1 + i) % 1_000_000).padStart(6, '0'));
    await Promise.allSettled(wrong.map((one) => confirm(one)));
    const { rows } = await update('select attempts from phone_codes where user_id = $1', [ines.user.id]);
    expect(rows).toEqual([{ attempts: 5 }]);
  });

  test('rejects a code after ten minutes or after a newer code', async () => {
    await sendCode();
    const first = await codeTextedTo(florin, number);
    await passPause();
    await sendCode();
    const second = await codeTextedTo(florin, number);
    const earlier = first === second ? otherCode(second) : first;
    await expect(confirm(earlier)).rejects.toMatchObject(refusedWith('phone_code_wrong'));
    await update(`update phone_codes set expires_at = now() where user_id = $1`, [ines.user.id]);
    await expect(confirm(second)).rejects.toMatchObject(refusedWith('phone_code_wrong'));
  });

  // Rules: identity-26
  test('rejects another member’s code and a code for another number', async () => {
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

  test('changing or removing the number ends its confirmation, and reformatting it does not', async () => {
    await confirmNumber();
    await setPhone(`${number.slice(0, 4)} ${number.slice(4)}`);
    await ines.client.call(endpoints.changeProfile, { body: { name: 'Ines A.' } });
    expect(await isConfirmed()).toBe(true);
    await setPhone('');
    expect(await isConfirmed()).toBe(false);
    await setPhone(number);
    expect(await isConfirmed()).toBe(false);
  });

  test('rejects sending a code to a missing, too short or confirmed number', async () => {
    await setPhone('');
    await expect(sendCode()).rejects.toMatchObject(refusedWith('phone_missing'));
    await setPhone('+1 (2) - - -');
    await expect(sendCode()).rejects.toMatchObject(refusedWith('phone_missing'));
    await setPhone(number);
    await confirmNumber();
    await expect(sendCode()).rejects.toMatchObject(refusedWith('already_confirmed'));
  });
});

describe('sending codes', () => {
  test('a member can request a code every 30 seconds and five codes a day', async () => {
    await sendCode();
    await expect(sendCode()).rejects.toMatchObject(refusedWith('too_many_requests'));
    for (let i = 0; i < 4; i++) {
      await passPause();
      await setPhone(`+3518${randomInt(10_000_000, 99_999_999)}`); // each to another number
      await sendCode();
    }
    await passPause();
    await expect(sendCode()).rejects.toMatchObject(
      refusedWith('too_many_requests', { detail: 'You requested five codes in 24 hours. Try again tomorrow.' }),
    );
  });

  // Rules: identity-26
  test('a number receives at most five codes a day, across all accounts, including closed ones', async () => {
    for (let i = 0; i < 5; i++) {
      const member = await florin.confirm(await florin.signUp());
      await setPhone(number, member);
      await sendCode(member);
      await member.client.call(endpoints.closeAccount, { body: { current_password: member.password } });
    }
    await expect(sendCode()).rejects.toMatchObject(refusedWith('too_many_requests'));
  });

  // Rules: identity-26
  test('codes are stored as keyed digests and texts are encrypted', async () => {
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

  test('rejects sending a code to a member with an unconfirmed email address', async () => {
    const stranger = await florin.signUp();
    await setPhone(number, stranger);
    await expect(sendCode(stranger)).rejects.toMatchObject(refusedWith('email_not_confirmed'));
  });

  test('rejects sending a code without a text gateway', async () => {
    const without = await createTestApp({}, { texts: undefined }, asManyAsAServer);
    const member = await without.signUp();
    await setPhone(number, member);
    await expect(sendCode(member)).rejects.toMatchObject(refusedWith('no_texts'));
    expect((await member.client.call(endpoints.getPreferences)).sms_available).toBe(false);
    expect((await member.client.call(endpoints.changePreferences, { body: { sms: true } })).sms).toBe(true);
    await without.close();
  });
});

describe('deleting a phone number', () => {
  const rowsWith = async (text: string) => {
    const { rows } = await update(
      `select 'users' as place from users where phone like '%' || $1 || '%'
       union all select 'phone_codes' from phone_codes where phone like '%' || $1 || '%'
       union all select 'texts' from texts where recipient like '%' || $1 || '%' or user_id = $2`,
      [text, ines.user.id],
    );
    return rows;
  };

  test('closing an account deletes its phone number everywhere', async () => {
    await confirmNumber();
    await ines.client.call(endpoints.closeAccount, { body: { current_password: ines.password } });
    expect(await rowsWith(number)).toEqual([]);
  });

  // Rules: identity-26
  test('a take-over of an unconfirmed account deletes its phone number everywhere', async () => {
    await confirmNumber();
    await update('update users set email_confirmed_at = null where id = $1', [ines.user.id]); // simulates an earlier holder
    const password = 'the owner’s own 1637';
    await resetPassword(florin, ines, password);
    const owner = await florin.client.call(endpoints.login, { body: { email: ines.user.email, password } });
    expect(owner.user).toMatchObject({ phone: null, phone_confirmed: false });
    expect(await rowsWith(number)).toEqual([]);
  });
});

test('the data export contains the confirmation of the number and the texts', async () => {
  await confirmNumber();
  const answer = await florin.app.http.inject({
    method: endpoints.exportMyData.method,
    url: `/api${endpoints.exportMyData.path}`,
    headers: { authorization: `Bearer ${ines.token}` },
  });
  expect(answer.payload).toMatch(/"phone_confirmed_at": ?"\d/);
  expect(answer.payload).toContain('"purpose"');
});
