import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { navigate } from './navigate.ts';
import { send, uniqueEmail, type Member } from './members.ts';
import { expect, test } from './product.ts';
import { confirmSend, expectFieldError, failCalls, holdCalls, lineOf, toast } from './screen.ts';

const recipient = (page: Page) => page.getByLabel('Recipient email');
const amount = (page: Page) => page.getByLabel('Amount', { exact: true });
const submit = (page: Page) => page.getByRole('main').locator('button[type=submit]');
const contacts = (page: Page) => page.getByRole('region', { name: 'Recent Contacts' });
const choose = (page: Page, name: RegExp) => contacts(page).getByRole('button', { name });
const wallets = { USD: '700.00', EUR: '50.00' };

/** Runs in the page. Opens more endless streams than the six connections that a browser allows per origin. */
async function takeAllConnections(token: string) {
  const headers = { authorization: `Bearer ${token}` };
  for (let begun = 0; begun < 8; begun += 1) void fetch('/api/events', { headers });
  await new Promise((done) => setTimeout(done, 1_000));
}

const sentBy = ({ api }: Member) => api.call(endpoints.listTransactions, { query: { type: 'send' } });

async function fill(page: Page, to: string, figure: string) {
  await recipient(page).fill(to);
  await amount(page).fill(figure);
}

/** Opens the form again after the dashboard is shown, because before that time the form would keep its state. */
async function startAgain(page: Page, path = '/send') {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Welcome back/);
  await navigate(page, path);
}

test('a first payment shows the recipient in the form and is sent with one press', async ({
  page,
  newMember,
  open,
}) => {
  const sender = await newMember({ funds: wallets });
  await open(page, sender, '/send');

  // Rules: send-6
  await test.step('asks for missing fields first, then for an amount above zero', async () => {
    const calls = await holdCalls(page, 'POST', '/transactions/send');
    await expect(recipient(page)).toHaveAttribute('type', 'email');

    await submit(page).click();
    await expect(toast(page, 'Please fill in all required fields')).toBeVisible();
    await expectFieldError(recipient(page), 'Please fill in all required fields');
    await expectFieldError(amount(page), 'Please fill in all required fields');
    await expect(recipient(page)).toBeFocused();

    await fill(page, 'jonas.weber@florin.example', '');
    await submit(page).click();
    await expect(recipient(page)).not.toHaveAttribute('aria-invalid');
    await expectFieldError(amount(page), 'Please fill in all required fields');

    for (const figure of ['0', '0.00', '-5']) {
      await fill(page, 'jonas.weber@florin.example', figure);
      await submit(page).click();
      await expectFieldError(amount(page), 'Amount must be greater than 0');
    }
    await expect(toast(page, 'Amount must be greater than 0').first()).toBeVisible();

    await fill(page, 'jonas.weber@florin.example', '1.005');
    await submit(page).click();
    await expectFieldError(amount(page), 'An amount in USD has at most 2 decimals');
    expect(calls.count()).toBe(0);
    await page.unroute('**/api/transactions/send');
  });

  // Rules: send-8, errors-5
  await test.step('shows the fee of 2 percent and the total while typing', async () => {
    const form = page.getByRole('main');
    const sums = [
      ['USD', '100', '$100.00', '$2.00', '$102.00'],
      ['USD', '0.01', '$0.01', '$0.01', '$0.02'],
      ['USD', '33.33', '$33.33', '$0.67', '$34.00'],
      ['EUR', '1,000.50', '€1,000.50', '€20.01', '€1,020.51'],
      ['GBP', '49.99', '£49.99', '£1.00', '£50.99'],
    ] as const;
    for (const [currency, typed, sum, fee, total] of sums) {
      await page.getByRole('combobox', { name: 'Currency' }).selectOption(currency);
      await amount(page).fill(typed);
      await expect(lineOf(form, 'Amount')).toHaveText(sum);
      await expect(lineOf(form, 'Fee (2%)')).toHaveText(fee);
      await expect(lineOf(form, 'Total')).toHaveText(total);
      await expect(submit(page)).toHaveText('Send');
    }
  });

  // Rules: send-3, send-11
  await test.step('Cancel opens the dashboard without sending', async () => {
    await expect(page.getByRole('region', { name: 'Recent Contacts' })).toContainText('No contacts yet');
    await fill(page, 'jonas.weber@florin.example', '5');
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(page).toHaveURL('/dashboard');
    expect(await sender.api.call(endpoints.listTransactions, { query: { type: 'send' } })).toEqual([]);
  });

  // Rules: send-15
  await test.step('a first payment to a member says so before the press, and a second one does not', async () => {
    const piet = await newMember({ name: 'Piet Mondriaan' });
    await startAgain(page);
    await fill(page, piet.email, '100');
    const before = await submit(page).boundingBox();
    await expect(page.getByText('This is your first payment to Piet Mondriaan.')).toBeVisible();
    expect(await submit(page).boundingBox(), 'the note does not move Send').toEqual(before);
    await expect(lineOf(page.getByRole('main'), 'Total')).toHaveText('$102.00');
    await submit(page).dblclick();
    await expect(toast(page, `Successfully sent USD 100.00 to ${piet.email}`)).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    expect(await sentBy(sender)).toHaveLength(1);

    await startAgain(page, `/send?to=${piet.email}&amount=5`);
    await expect(page.getByText('To Piet Mondriaan')).toBeVisible();
    await submit(page).click();
    await expect(toast(page, `Successfully sent USD 5.00 to ${piet.email}`)).toBeVisible();
    expect(await sentBy(sender)).toHaveLength(2);
  });

  // Rules: send-16
  await test.step('money to an address without an account is held and listed as pending', async () => {
    const email = uniqueEmail('unknown');
    await startAgain(page);
    await fill(page, email, '100');
    await expect(page.getByText('No Florin account has this address yet.')).toBeVisible();
    await submit(page).click();
    await expect(toast(page, `Successfully sent USD 100.00 to ${email}`)).toBeVisible();
    const recent = page.getByRole('region', { name: 'Recent Transactions' });
    await expect(recent.getByRole('link', { name: new RegExp(email) })).toContainText('Pending');
    await expect(page.getByRole('article', { name: 'US Dollar' })).toContainText('$490.90');
  });
});

// Rules: send-14
test("reports an insufficient balance before sending and in the server's error", async ({
  page,
  newMember,
  open,
  provoke,
}) => {
  provoke(409);
  const [sender, other] = [await newMember({ funds: { USD: '100.00' } }), await newMember()];
  await open(page, sender, '/send');
  await fill(page, other.email, '100.00');
  await expect(page.getByRole('status').filter({ hasText: 'Not enough' })).toContainText('$100.00');
  await submit(page).click();
  await expect(toast(page, 'Insufficient balance: this needs $102.00.')).toBeVisible();
  await expectFieldError(amount(page), 'Insufficient balance: this needs $102.00.');
  await expect(page).toHaveURL('/send');
  await amount(page).fill('98.03');
  await submit(page).click();
  await expect(toast(page, `Successfully sent USD 98.03 to ${other.email}`)).toBeVisible();
  await expect(page.getByRole('article', { name: 'US Dollar' })).toContainText('$0.00');
});

// Rules: send-12
test("shows the server's error message, or the fixed one without it", async ({ page, newMember, open, provoke }) => {
  provoke(422, 409, 503, 'net::ERR_FAILED');
  const [sender, other] = [await newMember({ funds: { ...wallets, USD: '1700.00' } }), await newMember()];
  await send(sender, other, '1.00');
  await open(page, sender, '/send');
  await fill(page, sender.email, '5');
  await submit(page).click();
  await expect(toast(page, 'You cannot send money to yourself.')).toBeVisible();
  await expectFieldError(recipient(page), 'You cannot send money to yourself.');

  await fill(page, other.email, '1000.01');
  await submit(page).click();
  await expect(toast(page, /^This is over your limit: \$999\.00 is left today\./)).toBeVisible();

  const lookUp = await failCalls(page, '/recipients/look-up');
  await fill(page, uniqueEmail('never-looked-up'), '5');
  await submit(page).click();
  await expect(toast(page, /Could not check this payment/)).toBeVisible();
  await lookUp.stop();
  await fill(page, other.email, '5');

  await page.route('**/api/transactions/send', (route) => route.abort());
  await submit(page).click();
  await expect(toast(page, 'Failed to send money')).toBeVisible();
  await expect(page).toHaveURL('/send');
});

test('asks for confirmation of look-alike addresses and repeated payments', async ({ page, newMember, open }) => {
  const question = async (to: string, figure: string) => {
    await fill(page, to, figure);
    await submit(page).click();
    return page.getByRole('dialog');
  };
  const [sender, piet] = [await newMember({ funds: wallets }), await newMember({ name: 'Piet Mondriaan' })];
  await send(sender, piet, '1.00');
  await open(page, sender, '/send');

  // Rules: send-19
  await test.step("confirms a payment to an address that looks like a paid contact's", async () => {
    const dialog = await question(piet.email.replace('@florin', '@fl0rin'), '5');
    await expect(dialog).toContainText(`This address looks like Piet Mondriaan’s, ${piet.email}, but is not the same.`);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await sentBy(sender)).toHaveLength(1);
  });

  // Rules: send-20
  await test.step('confirms the same payment within a minute', async () => {
    const dialog = await question(piet.email, '1');
    await expect(dialog).toContainText(
      /You sent \$1\.00 to Piet Mondriaan (\d+ seconds? ago|just now)\. Send it again\?/,
    );
    await confirmSend(page);
    await expect(toast(page, `Successfully sent USD 1.00 to ${piet.email}`)).toBeVisible();
    expect(await sentBy(sender)).toHaveLength(2);
  });

  // Rules: send-5, send-9, send-10
  await test.step('a double click sends once with the note, and the dashboard updates', async () => {
    await startAgain(page);
    const calls = await holdCalls(page, 'POST', '/transactions/send');
    await page.getByRole('combobox', { name: 'Currency' }).selectOption('EUR');
    await fill(page, piet.email, '12.30');
    await page.getByLabel('Note').fill('Museum & café');
    await submit(page).dblclick();
    await expect(submit(page)).toHaveText('Processing...');
    await expect(submit(page)).toBeDisabled();
    calls.release();
    await expect(toast(page, `Successfully sent EUR 12.30 to ${piet.email}`)).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('article', { name: 'Euro' })).toContainText('€37.45');
    expect(calls.count()).toBe(1);
    const [line] = await piet.api.call(endpoints.listTransactions, { query: {} });
    expect(line).toMatchObject({ type: 'receive', amount_exact: '12.30', currency: 'EUR', note: 'Museum & café' });
    await page.unroute('**/api/transactions/send');
  });
});

test('changes to contacts persist', async ({ page, newMember, open }) => {
  const [sender, piet, frida] = [
    await newMember({ funds: wallets }),
    await newMember({ name: 'Piet Mondriaan' }),
    await newMember({ name: 'Frida Kahlo' }),
  ];
  await send(sender, piet, '1.00');
  await send(sender, frida, '1.00');
  await open(page, sender, '/send');

  // Rules: send-1, send-4
  await test.step('finds contacts by name or email and fills in the recipient', async () => {
    await expect(choose(page, /@/)).toHaveCount(2);
    await expect(contacts(page).getByRole('list')).toHaveCSS('max-height', '384px'); // 96 units
    await contacts(page).getByRole('searchbox').fill('KAHLO');
    await expect(choose(page, /@/)).toHaveCount(1);
    await contacts(page).getByRole('searchbox').fill(piet.email);
    await choose(page, /^Piet/).click();
    await expect(recipient(page)).toHaveValue(piet.email);
    await contacts(page).getByRole('searchbox').fill('nobody at all');
    await expect(choose(page, /@/)).toHaveCount(0);
    await contacts(page).getByRole('searchbox').clear();
  });

  // Rules: send-2
  await test.step('marks, renames and removes contacts permanently', async () => {
    const star = contacts(page).getByRole('button', { name: 'Favorite Piet Mondriaan' });
    await star.click();
    await expect(star).toHaveAttribute('aria-pressed', 'true');
    await page.reload();
    await expect(star).toHaveAttribute('aria-pressed', 'true');
    await expect(choose(page, /@/).first()).toContainText('Piet');

    await contacts(page).getByRole('button', { name: 'More for Frida Kahlo' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Frida');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(contacts(page).getByRole('button', { name: 'More for Frida', exact: true })).toBeFocused();

    await contacts(page).getByRole('button', { name: 'More for Piet Mondriaan' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('dialog', { name: 'Remove Piet Mondriaan?' }).getByRole('button', { name: 'Remove' }).click();
    await expect(choose(page, /@/)).toHaveCount(1);
    await page.reload();
    await expect(choose(page, /@/)).toHaveCount(1);
    await expect(choose(page, /@/)).toHaveText(/^FFrida/);
  });

  await test.step('stores a favorite even if the page is left before the request is sent', async () => {
    // Only one contact remains.
    const star = contacts(page).getByRole('button', { name: 'Favorite Frida' });
    await expect(star).toBeVisible();
    await page.evaluate(takeAllConnections, sender.token);
    await star.click();
    await expect(star).toHaveAttribute('aria-pressed', 'true');
    await page.reload();
    await expect.poll(() => sender.api.call(endpoints.listContacts)).toMatchObject([{ favorite: true }]);
    await expect(star).toHaveAttribute('aria-pressed', 'true');
  });
});
