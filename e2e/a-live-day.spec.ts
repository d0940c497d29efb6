import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { factorCode, part } from './account-screens.ts';
import { authenticatorApp, type AuthenticatorApp } from './authenticator-app.ts';
import { fillWizard } from './kyc-wizard.ts';
import { clientOf } from './members.ts';
import { expect, test as base } from './product.ts';
import { startRehearsal, type Rehearsal } from './rehearsal.ts';
import { lineOf, storedSession, toast } from './screen.ts';

const test = base.extend<{ rehearsal: Rehearsal }>({
  rehearsal: [async ({ products }, use) => use(await products.use(startRehearsal)), { timeout: 180_000 }],
  baseURL: async ({ rehearsal }, use) => use(rehearsal.origin),
});

const password = 'sloppy correct battery 91';
const area = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const euros = (page: Page) => page.getByRole('article', { name: 'Euro' });

/** A person with a separate browser. */
type Person = { readonly page: Page; readonly email: string; readonly app?: AuthenticatorApp };

// Rules: security-42
test('a day in live: sign up, verify, pay in, withdraw, pay by file, receive a return', async ({
  page,
  rehearsal,
  newBrowser,
  guard,
}) => {
  test.setTimeout(600_000);
  guard.tolerate(403); // a decision later than ten minutes after the last code
  const bank = await newBrowser();
  const nora: Person = { page, email: 'nora.lind@mail.example' };

  await test.step('a member signs up and confirms the address with the mailed link', async () => {
    await signUp(nora, 'Nora Lind', bank, rehearsal);
    await expect(page.getByText('sandbox', { exact: false })).toHaveCount(0);
  });

  const [ada, ben] = [await newOperator('ada', 'Ada Park'), await newOperator('ben', 'Ben Osei')];

  await test.step('an operator verifies the member', async () => {
    await page.goto('/kyc');
    await fillWizard(page, 'Lind');
    await page.getByRole('button', { name: 'Submit for Review' }).click();
    await expect(page).toHaveURL('/dashboard');
    await ada.page.goto('/operations');
    const queue = area(ada.page, 'Identity queue');
    await expect(async () => {
      await ada.page.reload();
      await queue.getByRole('button', { name: 'Nora Lind' }).click({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    for (const fact of ['Name', 'Born', 'Number']) await ada.page.getByLabel(`${fact} matches the document`).check();
    await ada.page.getByLabel('Face matches the photo').check();
    await ada.page.getByRole('button', { name: 'Verify, Level 2' }).click();
    await confirmed(ada);
    await expect(toast(ada.page, 'Nora Lind: verified, Level 2')).toBeVisible();
  });

  await test.step('a transfer with the reference is credited', async () => {
    await page.goto('/dashboard');
    await euros(page).getByRole('button', { name: 'Add Funds' }).click();
    const reference = await lineOf(dialog(page, 'Add Funds'), 'Payment reference').innerText();
    await page.keyboard.press('Escape');
    await transfer('250.00', 'LIND NORA', reference);
    await expect(euros(page)).toContainText('€250.00', { timeout: 60_000 });
  });

  await test.step('a transfer without a reference is assigned by an operator', async () => {
    await transfer('20.00', 'Nora Lind', 'For my account');
    await ada.page.goto('/operations#bank');
    const row = area(ada.page, 'Unallocated money').getByRole('row').filter({ hasText: 'For my account' });
    await expect(async () => {
      await ada.page.reload();
      await expect(row).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    await row.getByRole('button', { name: /^Credit to a member/ }).click();
    const question = dialog(ada.page, 'Credit €20.00 to a member');
    await question.getByLabel('Member’s email').fill(nora.email);
    await question.getByLabel('Reason').fill('She called and named the transfer.');
    await question.getByRole('button', { name: 'Credit €20.00' }).click();
    await confirmed(ada);
    await expect(toast(ada.page, `€20.00 credited to ${nora.email}`)).toBeVisible();
    await expect(euros(page)).toContainText('€270.00', { timeout: 60_000 });
  });

  await test.step('the member withdraws twice, and two operators pay by file', async () => {
    const { token } = await storedSession(page);
    const api = clientOf(rehearsal.origin, token);
    const { id } = await api.call(endpoints.addBankAccount, {
      body: { currency: 'EUR', iban: 'NL91 ABNA 0417 1643 00' },
    });
    for (const amount of ['100.00', '50.00'])
      await api.call(endpoints.withdraw, { body: { amount, currency: 'EUR', payment_method_id: id } });
    await ada.page.goto('/operations#payouts');
    const ready = area(ada.page, 'Ready payouts');
    await expect(async () => {
      await ada.page.reload();
      await expect(ready).toContainText('€50.00', { timeout: 5_000 });
      await expect(ready).toContainText('€100.00', { timeout: 1_000 });
    }).toPass({ timeout: 120_000 });
    await ready.getByLabel('Select all').check();
    await ready.getByRole('button', { name: 'Make batch' }).click();
    await confirmed(ada);
    await expect(toast(ada.page, 'Batch 1 made. A second operator must approve it')).toBeVisible();

    await ben.page.goto('/operations#payouts');
    const row = area(ben.page, 'Payment batches').getByRole('row').filter({ hasText: 'Batch 1' });
    await row.getByRole('button', { name: 'Approve batch 1' }).click();
    await dialog(ben.page, 'Approve batch 1?').getByRole('button', { name: 'Approve €150.00' }).click();
    await confirmed(ben);
    await expect(row).toContainText('Ready for the bank', { timeout: 60_000 });
    await row.getByRole('button', { name: 'Mark as given: batch 1' }).click();
    await dialog(ben.page, 'Was batch 1 given to the bank?').getByRole('button', { name: 'Mark as given' }).click();
    await expect(row).toContainText('Given to the bank');
  });

  await test.step('the bank rejects one payment, pays the other, and it comes back', async () => {
    await bank.goto(rehearsal.bank);
    const payments = bank.getByRole('region', { name: 'Payment files from Florin' }).getByRole('listitem');
    await payments.filter({ hasText: '€50.00' }).getByRole('button', { name: 'Reject' }).click();
    await bank.getByRole('button', { name: 'Pay all' }).click();
    await expect(bank.getByRole('status')).toContainText('Paid');
    const history = page.getByRole('main');
    await expect(async () => {
      await page.goto('/transactions');
      await expect(history.getByText('Returned')).toHaveCount(1, { timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    await page.goto('/dashboard');
    await expect(euros(page)).toContainText('€170.00', { timeout: 60_000 });
    await bank.goto(rehearsal.bank);
    await payments.filter({ hasText: '€100.00' }).getByRole('button', { name: 'Send back' }).click();
    await expect(euros(page)).toContainText('€270.00', { timeout: 60_000 });
  });

  await test.step('the bank charges, and its balance is the balance in the books', async () => {
    await bank.getByRole('region', { name: 'Charge the customer' }).getByLabel('Amount').fill('1.20');
    await bank.getByRole('button', { name: 'Charge' }).click();
    const { token } = await storedSession(ada.page);
    const api = clientOf(rehearsal.origin, token);
    const account = async () => {
      const { accounts } = await api.call(endpoints.getBankDesk);
      const found = accounts.find(({ id }) => id === 'main-eur');
      return [found?.at_bank_exact, found?.in_books_exact];
    };
    await expect.poll(account, { timeout: 60_000 }).toEqual(['368.80', '368.80']);
  });

  await test.step('the members’ money is complete, and an operator closes the day', async () => {
    await ada.page.goto('/operations#bank');
    await ada.page.reload(); // the address differed after the # only
    const covered = area(ada.page, 'Client money').getByRole('row').filter({ hasText: 'Euro' });
    await expect(covered).toContainText('136.59%');
    await expect(area(ada.page, 'Screening')).toContainText('There are no sanctions lists');
    const days = area(ada.page, 'Closed days');
    await days.getByRole('button', { name: 'Close a day' }).click();
    await dialog(ada.page, 'Close a day').getByRole('button', { name: 'Close the day' }).click();
    await confirmed(ada);
    await expect(toast(ada.page, / closed, 1 report$/)).toBeVisible();
    await expect(days.getByRole('row').filter({ hasText: 'Report 1' })).toContainText('€368.80');
  });

  async function transfer(amount: string, payer: string, text: string) {
    await bank.goto(rehearsal.bank);
    const form = bank.getByRole('region', { name: 'Pay in' });
    await form.getByLabel('Amount').fill(amount);
    await form.getByLabel('Payer', { exact: true }).fill(payer);
    await form.getByLabel('Text, such as the payment reference').fill(text);
    await form.getByRole('button', { name: 'Transfer' }).click();
    await expect(bank.getByRole('status')).toContainText('is in the inbox');
  }

  /** Signs up, turns on the authenticator app and gets the role on the bank's page. */
  async function newOperator(word: string, name: string): Promise<Person & { readonly app: AuthenticatorApp }> {
    const person = { page: await newBrowser(), email: `${word}@mail.example` };
    return test.step(`${name} becomes an operator with an authenticator app`, async () => {
      await signUp(person, name, bank, rehearsal);
      await person.page.goto('/profile');
      await part(person.page, 'Security').getByRole('button', { name: 'Two-Factor Authentication' }).click();
      const factors = dialog(person.page, 'Two-Factor Authentication');
      await factors.getByLabel('Current password').fill(password);
      await person.page.keyboard.press('Enter');
      const app = authenticatorApp(await factors.locator('.security_setupKey').innerText());
      await factors.getByRole('button', { name: 'Continue' }).click();
      await factorCode(person.page).fill(app.code());
      const codes = dialog(person.page, 'Recovery codes');
      await codes.getByText('I saved the codes in a safe place').click();
      await codes.getByRole('button', { name: 'Done' }).click();
      await bank.goto(rehearsal.bank);
      await bank.getByLabel('Email').fill(person.email);
      await bank.getByRole('button', { name: 'Make operator' }).click();
      await expect(bank.getByRole('status')).toContainText(person.email);
      return { ...person, app };
    });
  }
});

async function signUp({ page, email }: Person, name: string, bank: Page, rehearsal: Rehearsal) {
  await page.goto('/signup');
  await page.getByLabel('Full Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL('/dashboard');
  const link = bank
    .getByRole('listitem')
    .filter({ hasText: email })
    .getByRole('link', { name: 'Open the link' })
    .last();
  await expect(async () => {
    await bank.goto(rehearsal.bank);
    await expect(link).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await page.goto((await link.getAttribute('href')) ?? '');
  await page.getByRole('button', { name: /Confirm/ }).click();
  await page.goto('/dashboard');
}

/** Enters a code if the server asks for the second factor. */
async function confirmed({ page, app }: Person) {
  const asked = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await asked.waitFor({ timeout: 3_000 }).catch(() => undefined);
  if (app && (await asked.isVisible())) await factorCode(page).fill(app.code());
}
