import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { part } from './account-screens.ts';
import { closeOver } from './back.ts';
import { uploadStatement } from './bank-statement.ts';
import { expectRefused, freeTextCalls, freeTexts } from './free-texts.ts';
import { navigate } from './navigate.ts';
import { each, hostileMemberNames, submitHostileKyc } from './hostile-cast.ts';
import { hostileTexts, hostileTextsFrom, shownText } from './hostile-texts.ts';
import { emptyPage } from './kept-windows.ts';
import { jpeg, upload } from './kyc-papers.ts';
import { addCard, type Member } from './members.ts';
import { expectOnlyText, test } from './no-execution.ts';
import { operatorOf } from './operator.ts';
import { expectFit } from './fit.ts';
import { passkeyDevice } from './passkey-device.ts';
import { expect } from './product.ts';
import { expectUsable } from './usable.ts';

const name = hostileTextsFrom(0, 60).find((text) => text.startsWith('<svg onload')) ?? '';
const reasons = hostileTexts.filter((_, n) => n % 10 === 0);

/** Returns pending withdrawals of the sandbox's bank to the member, each with a different reason. */
async function returnWithdrawals(member: Member, operator: Member) {
  const { id: method } = await addCard(member.api, 'tok_bank');
  await each(reasons, async (reason) => {
    const body = { amount: '1.44', currency: 'USD', payment_method_id: method } as const;
    const { id } = await member.api.call(endpoints.withdraw, { body });
    await operator.api.call(endpoints.returnBankOrder, { params: { id }, body: { reason } });
  });
  return member.api.call(endpoints.listTransactions, { query: { type: 'withdrawal' } });
}

/** Submits again with new pictures in place of the rejected pictures. */
async function submitAgain(page: Page, member: Member, form: Awaited<ReturnType<typeof submitHostileKyc>>['form']) {
  for (const kind of ['front', 'selfie']) await upload(new URL(page.url()).origin, member, kind, await jpeg(page));
  await member.api.call(endpoints.submitKyc, { body: form });
}

async function waitsFor({ user }: Member, { api }: Member) {
  const waits = async () => (await api.call(endpoints.listKycCases)).some(({ id }) => id === user.id);
  await expect.poll(waits, { timeout: 60_000 }).toBe(true);
}

test('hostile texts of a verification and its review stay text for member and operator', async ({
  page,
  baseURL,
  newMember,
  newBrowser,
  open,
  trap,
}) => {
  test.setTimeout(240_000);
  const operator = await operatorOf(baseURL ?? '');
  const member = await newMember({ name, confirmed: true, funds: { USD: '100.00' } });
  const theirs = await newBrowser();
  await trap.watch(theirs.context());
  const params = { id: member.user.id };

  // Rules: security-14
  await test.step('hostile texts of a verification stay text for the operator and in the answers', async () => {
    await open(page, member, emptyPage); // only sets the session; the form opens after its draft exists
    const { form, file } = await submitHostileKyc(page, member);
    const shown = [name, file, `${form.first_name} Review`, form.street_address, form.city, form.postal_code];

    await waitsFor(member, operator);
    await open(theirs, operator, `/operations?case=${member.user.id}`);
    await expectOnlyText(theirs, shown.slice(2), 'a case');
    await theirs.getByRole('searchbox', { name: 'Search users', exact: true }).fill(name);
    await expect(theirs.getByRole('region', { name: 'Users' }).getByRole('button', { name }).first()).toBeVisible();
    await theirs.getByRole('region', { name: 'Users' }).getByRole('button', { name }).first().click();
    await expect(theirs.getByRole('dialog', { name })).toBeVisible();
    await expectOnlyText(theirs, [name, member.email], 'a user and the audit trail');

    const wrong = (['personal', 'document', 'selfie'] as const).map((item, n) => ({ item, reason: reasons[n] ?? '' }));
    await operator.api.call(endpoints.decideKycCase, { params, body: { decision: 'needs_more', reasons: wrong } });
    await navigate(page, '/kyc');
    await expectOnlyText(page, reasons.slice(0, 3), 'what is wrong');
    await page.getByRole('button', { name: /^Edit/ }).click();
    await expectOnlyText(page, [form.first_name, form.street_address, form.city], 'the form again');
    await page.goto(emptyPage); // the app would request the pictures that are being replaced
    await submitAgain(page, member, form);
  });

  await test.step('a hostile new name of a verified member stays text', async () => {
    await waitsFor(member, operator);
    await operator.api.call(endpoints.decideKycCase, { params, body: { decision: 'verified' } });
    await page.goto('/kyc');
    for (const wanted of hostileMemberNames.filter((each, n) => n % 9 === 0 && each !== name)) {
      await member.api.call(endpoints.startNameChange, { body: { name: wanted } });
      await expectOnlyText(page, [shownText(wanted)], 'the check of another name');
    }
  });

  // Rules: security-14
  await test.step('hostile reasons of an operator stay text for the member', async () => {
    const returned = await returnWithdrawals(member, operator);
    expect(new Set(returned.map(({ reason }) => reason))).toEqual(new Set(reasons));
    await navigate(page, '/transactions');
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Mark all read' })).toBeVisible();
    await expectOnlyText(page, [], 'notifications');
    for (const { id, reason = '' } of returned.filter((_, n) => n % 5 === 0)) {
      await closeOver(page);
      await navigate(page, `/transactions?id=${id}`);
      await expectOnlyText(page, [reason], 'a withdrawal that came back');
    }
    const { user } = await newMember({ name });
    for (const reason of reasons)
      await operator.api.call(endpoints.freezeUser, { params: { id: user.id }, body: { reason } });
    for (const q of reasons.filter(({ length }) => length <= 100))
      await operator.api.call(endpoints.findUsers, { body: { q } });
    await closeOver(theirs);
    await navigate(theirs, '/operations');
    await expect(theirs.getByRole('region', { name: 'Audit trail' }).getByRole('row').nth(1)).toBeVisible();
    await expectOnlyText(theirs, [name], 'operations');
  });
});

// Rules: security-14
test('hostile texts of a bank statement stay text and fit for the operator', async ({ page, baseURL, open }) => {
  test.slow();
  const operator = await operatorOf(baseURL ?? '');
  // Each text has one line, because the longest tests below read the whole screen.
  const texts = hostileTexts.filter((text) => text.isWellFormed() && text === shownText(text));
  const [payers, remittances] = [texts.filter((_, n) => n % 2 === 0), texts.filter((_, n) => n % 2 === 1)];
  const longest = { amount: '1.01', payer: 'x'.repeat(140), text: 'W'.repeat(500) };
  const lines = payers.map((payer, n) => ({ amount: '1.01', payer, text: remittances[n] ?? 'none' }));
  await uploadStatement(baseURL ?? '', operator, [longest, ...lines]);
  const { unallocated } = await operator.api.call(endpoints.getBankDesk);
  const shown = unallocated.flatMap(({ counterparty, remittance }) => [counterparty ?? '', remittance ?? '']);
  await open(page, operator, '/operations#bank');
  const money = page.getByRole('region', { name: 'Unallocated money', exact: true });
  await money.getByRole('button', { name: /^Show all/ }).click();
  await expectOnlyText(page, shown, 'unallocated money');
  await expectUsable(page, 'unallocated money');
  await money
    .getByRole('row')
    .filter({ hasText: longest.payer })
    .first()
    .getByRole('button', { name: /^Credit/ })
    .click();
  await expect(page.getByRole('dialog', { name: 'Credit €1.01 to a member' })).toBeVisible();
  await expectOnlyText(page, [longest.payer], 'a credit');
  await expectFit(page, 'a credit with long texts');
});

// Rules: security-14
test('rejects unstorable and overlong texts in every free-text field', async ({ baseURL, newMember }) => {
  const member = await newMember();
  const operator = await operatorOf(baseURL ?? '');
  const calls = freeTextCalls(member.user.id);
  const called = new Set<string | undefined>(calls.map(({ name }) => name));
  const missing = freeTexts.filter((text) => !called.has(text.split('.')[0]));
  expect(missing, 'add a call to freeTextCalls in e2e/free-texts.ts').toEqual([]);
  for (const call of calls)
    for (const text of ['a\0b', '\ud800', 'x'.repeat(501)])
      await expectRefused(baseURL ?? '', call.access === 'operator' ? operator : member, call, text);
  for (const text of hostileTexts) {
    const strange = member.api.call(endpoints.addContact, { body: { email: text } });
    await expect(strange, `${text} as an address`).rejects.toMatchObject({ status: 422 });
  }
});

test.describe('with a browser that makes passkeys', () => {
  // A passkey needs a host name, so the same product is opened as localhost.
  test.use({ baseURL: `http://localhost:${process.env['FLORIN_E2E_PORT']}` });

  // Rules: security-14
  test('a hostile name of a passkey stays text', async ({ page, newMember, open }) => {
    const device = await passkeyDevice(page);
    const member = await newMember({ name });
    await open(page, member, '/profile');
    const passkeys = part(page, 'Passkeys');
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Current password').fill(member.password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const codes = page.getByRole('dialog', { name: 'Recovery codes' });
    await codes.getByText('I saved the codes in a safe place').click();
    await codes.getByRole('button', { name: 'Done' }).click();
    await expect(passkeys).toContainText('Added today · never used');
    await expectOnlyText(page, [name], 'passkeys');
    await passkeys.getByRole('button', { name: `Remove passkey ${name}` }).click();
    await expectOnlyText(page, [], 'the question about a passkey');
    await device.detach();
  });
});
