import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { addCard, send, uniqueEmail, type Member } from './members.ts';
import { expect, test } from './product.ts';
import { lineOf, toast } from './screen.ts';

const drawer = (page: Page) => page.getByRole('dialog');
const steps = (page: Page) => drawer(page).getByRole('list', { name: 'Progress' }).getByRole('listitem');

async function withdraw({ api }: Member, amount: string) {
  const bank = await addCard(api, 'tok_bank');
  return api.call(endpoints.withdraw, { body: { amount, currency: 'USD', payment_method_id: bank.id } });
}

const settled = ({ api }: Member, id: string, status: string) =>
  expect.poll(async () => (await api.call(endpoints.getTransaction, { params: { id } })).status).toBe(status);

/** Opens the details of the only transaction with this amount. */
const openLine = (page: Page, sum: string) => page.getByRole('main').getByRole('link', { name: sum }).click();

async function closeDrawer(page: Page) {
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toHaveCount(0);
}

test('the list and the details show each state of a payment', async ({ page, newMember, open }) => {
  const member = await newMember({ funds: { USD: '300.00' } });
  await open(page, member, '/transactions');

  await test.step('money to an address without an account is pending and can be canceled', async () => {
    const held = await send(member, { email: uniqueEmail('nina') }, '25.00', 'Cabin');
    const row = page.getByRole('link', { name: /Cabin/ });
    await expect(row).toContainText('Pending');
    await expect(row).toContainText('−$25.50');
    await row.click();
    const until = new Date(held.expires_at ?? '').toLocaleDateString('en', { month: 'long', day: 'numeric' });
    await expect(drawer(page)).toContainText(`Returns to you on ${until} if unclaimed.`);
    await expect(steps(page)).toContainText([/Held.*Today/, 'Waiting to be claimed']);
    await expect(lineOf(drawer(page), 'Total')).toHaveText('$25.50');

    await drawer(page).getByRole('button', { name: 'Cancel send' }).click();
    await expect(drawer(page)).toContainText('$25.50 becomes available in your US Dollar wallet.');
    await drawer(page).getByRole('button', { name: 'Keep it' }).click();
    await drawer(page).getByRole('button', { name: 'Cancel send' }).click();
    await drawer(page).getByRole('button', { name: 'Cancel send' }).click();
    await expect(toast(page, 'Send canceled')).toBeVisible();
    await expect(drawer(page).locator('s')).toHaveText('−$25.50');
    await expect(steps(page).last()).toContainText('Canceled');
    await page.keyboard.press('Escape');
    await expect(row).toContainText('Canceled');
    await expect(row.locator('s')).toContainText('−$25.50');
    const [usd] = await member.api.call(endpoints.listWallets);
    expect(usd?.available_exact).toBe('300.00');
  });

  // Rules: transactions-8
  await test.step('completed is green, pending yellow, and other states gray', async () => {
    const [kept, called] = [
      await send(member, { email: uniqueEmail('nina') }, '25.00', 'kept'),
      await send(member, { email: uniqueEmail('piet') }, '25.00', 'called back'),
    ];
    await member.api.call(endpoints.cancelTransaction, { params: { id: called.id } });
    const colour = async (word: string) => {
      const status = page.getByText(word, { exact: true }).first();
      await expect(status).toBeVisible();
      return status.evaluate((element) => {
        const [red = 0, green = 0, blue = 0] = (getComputedStyle(element).color.match(/\d+/g) ?? []).map(Number);
        if (Math.max(red, green, blue) - Math.min(red, green, blue) < 24) return 'grey';
        return green > red ? 'green' : 'yellow';
      });
    };
    expect(kept.status).toBe('pending');
    expect([await colour('Completed'), await colour('Pending'), await colour('Canceled')]).toEqual([
      'green',
      'yellow',
      'grey',
    ]);
  });

  // The sandbox's bank needs some time for these withdrawals.
  const [taken, refused] = [await withdraw(member, '20.00'), await withdraw(member, '20.13')];

  await test.step('an exchange has a transaction in each currency with its rate', async () => {
    const paid = await member.api.call(endpoints.exchangeMoney, { body: { from: 'USD', to: 'EUR', amount: '50.00' } });
    await page.getByRole('combobox', { name: 'Type' }).selectOption('exchange');
    await expect(page.getByRole('heading', { name: 'All Transactions (2)', exact: true })).toBeVisible();
    await page.getByRole('link', { name: /Exchanged to EUR/ }).click();
    await expect(lineOf(drawer(page), 'Rate')).toHaveText(`1 USD = ${paid.rate} EUR`);
    await expect(lineOf(drawer(page), 'Exchanged')).toHaveText('$50.00');
    await expect(lineOf(drawer(page), 'Fee (0.5%)')).toHaveText('$0.25');
    await expect(lineOf(drawer(page), 'Total')).toHaveText('$50.25');
    await expect(lineOf(drawer(page), 'You got')).toHaveText(`€${paid.counter_amount_exact}`);
    await closeDrawer(page);
    await page.getByRole('combobox', { name: 'Type' }).selectOption('all');
  });

  // Rules: transactions-15
  await test.step('a withdrawal shows its progress to the bank', async () => {
    await settled(member, taken.id, 'completed');
    await openLine(page, '−$20.00');
    await expect(steps(page)).toContainText([/Withdrawal started/, /Sent to the bank/, /In your bank account/]);
    await expect(steps(page).locator('time')).toHaveCount(3);
    await expect(drawer(page)).toContainText('−$20.00');
    await expect(drawer(page)).toContainText('Completed');
    await expect(lineOf(drawer(page), 'Withdrawn')).toHaveText('$20.00');
    await expect(lineOf(drawer(page), 'To')).toContainText('•••• 6789');
    await closeDrawer(page);
  });

  await test.step('a withdrawal that the bank rejects is returned with the reason', async () => {
    await settled(member, refused.id, 'returned');
    await openLine(page, '−$20.13');
    await expect(drawer(page)).toContainText('Your bank couldn’t find this account.');
    await expect(drawer(page).locator('s')).toHaveText('−$20.13');
    await expect(steps(page).last()).toContainText('Returned to your wallet');
    await expect(drawer(page).locator('header')).toHaveText('Returned');
    await closeDrawer(page);
  });

  await test.step('Send again starts a send to the same person', async () => {
    const other = await newMember({ name: 'Jonas Weber' });
    await send(member, other, '5.00');
    await openLine(page, '−$5.10');
    await drawer(page).getByRole('link', { name: 'Send again' }).click();
    await expect(page).toHaveURL(/\/send\?to=/);
    await expect(page.getByRole('main')).toContainText(other.name);
  });
});

test('reports in the details that a payment can no longer be canceled', async ({ page, newMember, open, provoke }) => {
  provoke(409);
  const member = await newMember({ funds: { USD: '100.00' } });
  const { id } = await send(member, { email: uniqueEmail('nina') }, '25.00');
  await open(page, member, `/transactions?id=${id}`);
  await drawer(page).getByRole('button', { name: 'Cancel send' }).click();
  await member.api.call(endpoints.cancelTransaction, { params: { id } });
  await drawer(page).getByRole('button', { name: 'Cancel send' }).click();
  await expect(drawer(page).getByText(/can no longer be canceled|already/)).toBeVisible();
  await expect(drawer(page).getByRole('button', { name: 'Cancel send' })).toHaveCount(0);
});
