import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { jpeg, pdf, personal, upload } from './kyc-papers.ts';
import { addCard, clientOf, type Member } from './members.ts';
import { nextIsDecided, operatorOf } from './operator.ts';
import { submittedCase } from './pictures/submitted-case.ts';
import { expect, test } from './product.ts';
import { toast } from './screen.ts';
import { expectUsable } from './usable.ts';

const area = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const orders = (page: Page) => area(page, 'Pending withdrawals and bank deposits');
const acts = (page: Page) => area(page, 'Audit trail').getByRole('row');

/** Submits a verification that goes to manual review, because of the last name `Review`. */
async function submitKyc(page: Page, member: Member, firstName: string) {
  const identity = { last_name: 'Review', id_type: 'national_id', id_number: 'CC482913' } as const;
  await member.api.call(endpoints.saveKycDraft, { body: { ...personal, ...identity, first_name: firstName } });
  const files = { front: await jpeg(page, 'front.jpg'), back: pdf(), selfie: await jpeg(page, 'me.jpg') };
  for (const [kind, file] of Object.entries(files)) await upload(new URL(page.url()).origin, member, kind, file);
  await member.api.call(endpoints.submitKyc, { body: {} });
}

const withdraw = async ({ api }: Member, amount: string) => {
  const { id } = await addCard(api, 'tok_bank');
  return api.call(endpoints.withdraw, { body: { amount, currency: 'USD', payment_method_id: id } });
};

/** Returns a name that no other test has used. */
const unique = (word: string) => `${word}${Date.now().toString(36)}`;

test('an operator asks for more on one case and verifies the next', async ({
  page,
  baseURL,
  newMember,
  open,
  guard,
}) => {
  // Each state is checked in every form.
  test.slow();
  guard.tolerate(nextIsDecided);
  const origin = baseURL ?? '';
  const operator = await operatorOf(origin);
  const photo = await jpeg(page);
  const member = await newMember({ name: unique('Nora') });
  const firstName = unique('Nora');
  const name = `${firstName} Review`;
  await submitKyc(page, member, firstName);
  const waits = async () => (await operator.api.call(endpoints.listKycCases)).some(({ id }) => id === member.user.id);
  await expect.poll(waits, { timeout: 60_000 }).toBe(true);
  await open(page, operator, '/operations');
  const queue = area(page, 'Identity queue');
  await expect(queue.getByRole('button', { name })).toBeVisible();
  const next = await submittedCase(origin, photo, [unique('Vera'), 'Review']);

  await test.step('a case is opened, its document viewed, and the member asked for more', async () => {
    await queue.getByRole('button', { name }).click();
    const picture = queue.getByRole('img', { name: `Front of ${name}` });
    await expect(picture).toBeVisible();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200);
    await expect(queue).toContainText(
      /viewed by operator@florin\.example \d\d:\d\d · the audit trail records this view/,
    );
    await expect(queue).toContainText('CC482913');
    await queue.getByRole('button', { name: 'Zoom in' }).click();
    await queue.getByRole('button', { name: 'Rotate' }).click();
    await expectAccessible(page, 'a case');

    await queue.getByRole('button', { name: 'Back' }).click();
    const saved = page.waitForEvent('download');
    await queue.getByRole('button', { name: 'Save the PDF' }).click();
    expect((await saved).suggestedFilename()).toBe('back.pdf');

    await queue.getByRole('button', { name: 'Needs more…' }).click();
    const more = dialog(page, `Ask ${name} for more`);
    await more.getByLabel('ID Document').check();
    await more.getByLabel('What is wrong with the document').fill('The corner is cut off.');
    await expectAccessible(page, 'asking for more');
    // The queue also updates while a case is open. Behind the dialog the queue has no role.
    await expect(page.locator('#identity')).toContainText(next.name, { timeout: 60_000 });
    await more.getByRole('button', { name: 'Ask for more' }).click();
    await expect(toast(page, `${name}: asked for more`)).toBeVisible();
    await expect(queue.getByRole('button', { name })).toHaveCount(0);

    await expect(acts(page).filter({ hasText: member.name }).first()).toBeVisible();
    const hers = await acts(page).filter({ hasText: member.name }).count();
    expect(hers, 'the case, two files and the decision').toBeGreaterThanOrEqual(4);

    await open(page, member, '/kyc');
    await expect(page.getByText('The corner is cut off.')).toBeVisible();
  });

  // Rules: sign-in-33
  await test.step('a case is verified after every fact was compared', async () => {
    await open(page, operator, `/operations?case=${next.user.id}`);
    const verify = page.getByRole('button', { name: 'Verify, Level 2' });
    await expect(verify).toHaveAccessibleDescription('Check every box first.');
    for (const fact of ['Name', 'Born', 'Number']) await page.getByLabel(`${fact} matches the document`).check();
    await page.getByLabel('Face matches the photo').check();
    await verify.click();
    await expect(toast(page, `${next.name}: verified, Level 2`)).toBeVisible();
    expect((await next.api.call(endpoints.me)).kyc_level).toBe(2);
  });
});

test('the operations screen handles pending withdrawals', async ({ page, baseURL, newMember, open }) => {
  const member = await newMember({ name: unique('Oskar'), funds: { USD: '100.00' } });
  // The sandbox's bank leaves these withdrawals pending.
  await withdraw(member, '20.44');
  await withdraw(member, '10.44');
  await open(page, await operatorOf(baseURL ?? ''), '/operations');

  await test.step('the operations screen is accessible and fits every window', async () => {
    await expect(orders(page).getByRole('table')).toBeVisible();
    await expect(area(page, 'Ledger health')).toContainText('All sums are zero');
    await expect(area(page, 'House positions').getByRole('table')).toBeVisible();
    await expect(area(page, 'Users').getByRole('table')).toBeVisible();
    await expectUsable(page, 'operations');
  });

  // Rules: sign-in-33
  await test.step('one withdrawal is released and another returned', async () => {
    const rows = orders(page).getByRole('row').filter({ hasText: member.name });
    await expect(rows).toHaveCount(2);
    await rows
      .filter({ hasText: '$20.44' })
      .getByRole('button', { name: /^Release/ })
      .click();
    await dialog(page, 'Release $20.44?').getByRole('button', { name: 'Release $20.44' }).click();
    await expect(toast(page, 'Withdrawal released')).toBeVisible();
    await expect(rows).toHaveCount(1);

    await rows.getByRole('button', { name: /^Return/ }).click();
    const question = dialog(page, 'Return $10.44?');
    await question.getByRole('button', { name: 'Return $10.44' }).click();
    await expect(question).toContainText('Please give a reason');
    await question.getByLabel('Reason').fill('The account is closed.');
    await question.getByRole('button', { name: 'Return $10.44' }).click();
    await expect(toast(page, 'Withdrawal returned')).toBeVisible();
    await expect(rows).toHaveCount(0);
    const wallets = await member.api.call(endpoints.listWallets);
    const usd = wallets.find(({ currency }) => currency === 'USD');
    expect([usd?.balance_exact, usd?.held_exact]).toEqual(['79.56', '0.00']);
    const history = await member.api.call(endpoints.listTransactions, { query: {} });
    expect(
      history
        .filter(({ type }) => type === 'withdrawal')
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual(['completed', 'returned']);
  });
});

test('an operator finds, freezes and unfreezes a user, whose session ends', async ({
  page,
  baseURL,
  newMember,
  newBrowser,
  open,
  guard,
}) => {
  // The user's open page may send a request just after its session ended.
  guard.tolerate(401);
  const member = await newMember({ name: unique('Jonas') });
  const theirs = await newBrowser();
  await open(theirs, member);
  await expect(theirs.getByText('No transactions yet')).toBeVisible();
  await open(page, await operatorOf(baseURL ?? ''), '/operations');
  await expect(area(page, 'Users').getByRole('table')).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search users and references' })).toBeFocused();
  await page.keyboard.type(member.email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('searchbox', { name: 'Search users', exact: true })).toBeFocused();
  await area(page, 'Users').getByRole('button', { name: member.name }).click();
  const drawer = dialog(page, member.name);
  await expect(drawer).toContainText(member.email);
  await expectAccessible(page, 'a user');
  await drawer.getByRole('button', { name: 'Freeze…' }).click();
  const question = dialog(page, `Freeze ${member.name}?`);
  await question.getByLabel('Reason').fill('Asked for by phone');
  await question.getByRole('button', { name: 'Freeze' }).click();
  await expect(drawer).toContainText('Frozen');

  await expect(theirs, 'the open page shows the login').toHaveURL(/\/login/);
  const signIn = () =>
    clientOf(baseURL ?? '', null).call(endpoints.login, { body: { email: member.email, password: member.password } });
  await expect(signIn()).rejects.toThrow();

  await drawer.getByRole('button', { name: 'Unfreeze…' }).click();
  await dialog(page, `Unfreeze ${member.name}?`).getByRole('button', { name: 'Unfreeze' }).click();
  await expect(drawer).toContainText(/Open|Email not confirmed/);
  await signIn();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(acts(page).filter({ hasText: member.name })).not.toHaveCount(0);
});

// Rules: sign-in-32
test('the operations page is not found for a member and asks a visitor to log in', async ({
  page,
  newMember,
  open,
}) => {
  await page.goto('/operations');
  await expect(page).toHaveURL(/\/login/);
  const member = await newMember();
  await open(page, member, '/operations');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page).toHaveTitle('Page not found · Florin');
  await page.getByRole('button', { name: 'Account' }).click();
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Operations' })).toHaveCount(0);
  await expect(member.api.call(endpoints.getOverview)).rejects.toMatchObject({ status: 404 });
});
