import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { expectNothingOver } from './back.ts';
import { navigate } from './navigate.ts';
import type { Member } from './members.ts';
import { expect, test } from './product.ts';
import { holdCalls, lineOf, toast } from './screen.ts';

const requestForm = (page: Page) => page.getByRole('form', { name: 'Request Money' });
const openRequests = (page: Page) => page.getByRole('region', { name: 'Open requests' });
const ended = (page: Page) => page.getByRole('region', { name: 'Recently ended' });
const asking = (page: Page, text: string) => page.getByRole('article', { name: text });

async function ask(page: Page, to: string, amount: string, note = '') {
  const form = requestForm(page);
  await form.getByLabel('Recipient email').fill(to);
  await form.getByLabel('Amount').fill(amount);
  await form.getByLabel('Note').fill(note);
  await form.getByRole('button', { name: 'Send Payment Request' }).click();
  await expect(toast(page, 'Payment request sent!').first()).toBeVisible();
}

/** Opens the screen again, like a returning member. */
async function comeBack(page: Page) {
  await expectNothingOver(page);
  await navigate(page, '/receive');
}

const request = ({ api }: Member, to: Member | undefined, amount: string) =>
  api.call(endpoints.requestMoney, { body: { ...(to && { recipient_email: to.email }), amount } });
const history = ({ api }: Member) => api.call(endpoints.listTransactions, { query: {} });
const stateOf = async ({ api }: Member, id: string) =>
  (await api.call(endpoints.getPaymentRequest, { params: { id } })).state;

test("a member's requests are paid, canceled, declined or too large to pay", async ({
  page,
  newBrowser,
  newMember,
  open,
}) => {
  const hana = await newMember({ name: 'Hana Sato' });
  const payer = await newMember({ name: 'Nora Lind', confirmed: true, funds: { USD: '48.48' } });
  const other = await newBrowser();
  await open(page, hana, '/receive');

  // Rules: receive-9
  await test.step('the payer sees the request on the dashboard and pays once, and both histories show it', async () => {
    await ask(page, payer.email, '24', 'Concert ticket');
    const row = openRequests(page).getByRole('article', { name: `${payer.email}, $24.00` });
    await expect(row).toContainText('Concert ticket · 30 days left');

    await open(other, payer);
    const incoming = asking(other, 'Hana Sato requested $24.00');
    await expect(incoming).toContainText('Concert ticket · 30 days left');
    await incoming.getByRole('button', { name: 'Pay $24.48' }).click();
    const dialog = other.getByRole('dialog', { name: 'Pay Hana Sato' });
    await expect(lineOf(dialog, 'Hana Sato gets')).toHaveText('$24.00');
    await expect(lineOf(dialog, 'Fee (2%)')).toHaveText('$0.48');
    await expect(lineOf(dialog, 'You pay')).toHaveText('$24.48');
    await expect(dialog).toContainText('US Dollar: $48.48 available, $24.00 left after.');
    const calls = await holdCalls(other, 'POST', '/payment-requests/*/pay');
    await dialog.getByRole('button', { name: 'Pay $24.48' }).dblclick();
    await expect(dialog.getByRole('button', { name: 'Processing...' })).toBeDisabled();
    calls.release();
    await expect(toast(other, `Successfully sent USD 24.00 to ${hana.email}`)).toBeVisible();
    expect(calls.count()).toBe(1);
    await expect(incoming).toHaveCount(0);
    await expect(other.getByRole('article', { name: 'US Dollar' })).toContainText('$24.00');

    const [sent] = await history(payer);
    expect(sent).toMatchObject({ type: 'send', amount_exact: '-24.48', fee_exact: '0.48', to: hana.email });
    const [received] = await history(hana);
    expect(received).toMatchObject({
      type: 'receive',
      amount_exact: '24.00',
      from: payer.email,
      note: 'Concert ticket',
    });
    await comeBack(page);
    await expect(openRequests(page)).toContainText('No open requests');
    await expect(ended(page)).toContainText('Paid');
  });

  // Rules: receive-14
  await test.step('a request without a recipient has a link that can be copied until it is canceled', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await ask(page, '', '38.50', 'Dinner');
    const ready = page.getByRole('dialog', { name: 'Your link is ready' });
    await ready.getByRole('button', { name: 'Copy payment link' }).click();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const id = new URL(link).searchParams.get('request') ?? '';
    expect(new URL(link).pathname).toBe(`/pay/${hana.email}`);
    expect(await stateOf(hana, id)).toBe('open');
    await ready.getByRole('button', { name: 'Done' }).click();

    const row = openRequests(page).getByRole('article', { name: 'Anyone with the link, $38.50' });
    await row.getByRole('button', { name: 'Copy link' }).click();
    await expect(row.getByRole('button', { name: 'Copied' })).toBeVisible();
    await expect(row.getByRole('button', { name: 'Remind' })).toHaveCount(0);
    await row.getByRole('button', { name: 'Cancel' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel the request for $38.50?' });
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await row.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByRole('button', { name: 'Cancel request' }).click();
    await expect(toast(page, 'Payment request canceled')).toBeVisible();
    await expect(openRequests(page)).toContainText('No open requests');
    await expect(ended(page)).toContainText('Canceled');
    expect(await stateOf(hana, id)).toBe('cancelled');
    await page.context().clearPermissions();
  });

  // Rules: receive-11
  await test.step('a request is declined after a confirmation without a reason', async () => {
    const { id } = await request(hana, payer, '24.00');
    const incoming = asking(other, 'Hana Sato requested $24.00');
    await incoming.getByRole('button', { name: 'Decline' }).click();
    const dialog = other.getByRole('dialog', { name: 'Decline $24.00?' });
    await expect(dialog).toContainText('We’ll notify Hana Sato without a reason.');
    await dialog.getByRole('button', { name: 'Not now' }).click();
    expect(await stateOf(hana, id)).toBe('open');
    await incoming.getByRole('button', { name: 'Decline' }).click();
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await expect(toast(other, 'You declined Hana Sato’s request')).toBeVisible();
    await expect(incoming).toHaveCount(0);
    expect(await stateOf(hana, id)).toBe('declined');
    await comeBack(page);
    await expect(ended(page)).toContainText('Declined');
  });

  await test.step('reports an insufficient wallet before the payment', async () => {
    await request(hana, payer, '24.00');
    await asking(other, 'Hana Sato requested $24.00').getByRole('button', { name: 'Pay $24.48' }).click();
    const dialog = other.getByRole('dialog');
    await expect(dialog.getByRole('status')).toContainText(
      'Not enough in your US Dollar wallet. $24.00 is available. You need $0.48 more.',
    );
    await expect(dialog.getByRole('link', { name: 'Add Funds' })).toBeVisible();
    const pay = dialog.getByRole('button', { name: 'Pay $24.48' });
    await expect(pay).toHaveAttribute('aria-disabled', 'true');
    await expect(pay).toHaveAccessibleDescription('Add funds first.');
  });
});

test('the server rejects paying a canceled request and reminding too early', async ({
  page,
  newMember,
  open,
  provoke,
}) => {
  provoke(409);
  const [hana, payer] = [
    await newMember({ name: 'Hana Sato' }),
    await newMember({ name: 'Nora Lind', confirmed: true, funds: { USD: '100.00' } }),
  ];
  const { id } = await request(hana, payer, '24.00');
  await request(payer, await newMember({ confirmed: true }), '24.00');
  await open(page, payer);

  // Rules: receive-12
  await test.step('a request that was canceled in the meantime cannot be paid', async () => {
    const incoming = asking(page, 'Hana Sato requested $24.00');
    await incoming.getByRole('button', { name: 'Pay $24.48' }).click();
    await page.route('**/api/payment-requests/*/pay', async (route) => {
      await hana.api.call(endpoints.cancelRequest, { params: { id } });
      await route.continue();
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Pay $24.48' }).click();
    await expect(toast(page, 'This request was paid, declined or canceled, or it expired.')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(incoming).toHaveCount(0);
    expect((await history(hana)).length).toBe(0);
    await page.unroute('**/api/payment-requests/*/pay');
  });

  // Rules: receive-13
  await test.step('a reminder is possible after a day, and the server rejects earlier ones', async () => {
    await expectNothingOver(page);
    await navigate(page, '/receive');
    const remind = openRequests(page).getByRole('button', { name: 'Remind' });
    await expect(remind).toHaveAttribute('aria-disabled', 'true');
    await expect(remind).toHaveAccessibleDescription('Asked today');

    await page.route('**/api/payment-requests?state=all', async (route) => {
      const response = await route.fetch();
      const text = (await response.text()).replace('"can_remind":false', '"can_remind":true');
      await route.fulfill({ response, body: text });
    });
    await page.reload();
    await expect(remind).not.toHaveAttribute('aria-disabled');
    await remind.click();
    await expect(toast(page, 'You can send a reminder 24 hours after the last email.')).toBeVisible();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

test('rejects a payment request to oneself, and a double click creates one request', async ({
  page,
  newMember,
  open,
  provoke,
}) => {
  provoke(422);
  const [hana, payer] = [
    await newMember({ name: 'Hana Sato' }),
    await newMember({ name: 'Nora Lind', confirmed: true }),
  ];
  await open(page, hana, '/receive');
  const form = requestForm(page);
  await form.getByLabel('Recipient email').fill(hana.email);
  await form.getByLabel('Amount').fill('5');
  await form.getByRole('button', { name: 'Send Payment Request' }).click();
  await expect(toast(page, 'You cannot request money from yourself.')).toBeVisible();
  await expect(form.getByLabel('Recipient email')).toBeFocused();

  await form.getByLabel('Recipient email').fill(payer.email);
  await form.getByRole('button', { name: 'Send Payment Request' }).dblclick();
  await expect(toast(page, 'Payment request sent!')).toBeVisible();
  await expect(openRequests(page).getByRole('article')).toHaveCount(1);
  expect(await payer.api.call(endpoints.listPaymentRequests, { query: {} })).toHaveLength(1);
});
