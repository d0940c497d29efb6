import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { accept, actingClient, invite, uploadRegistration, verifyPerson } from './business-people.ts';
import { addFunds } from './members.ts';
import { operatorOf } from './operator.ts';
import { expect, test } from './product.ts';
import { toast } from './screen.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const waiting = (page: Page) => page.getByRole('region', { name: 'Waiting' }).getByRole('listitem');
const ended = (page: Page) => page.getByRole('region', { name: 'Ended' }).getByRole('listitem');

// The test uses five people in five windows.
test.describe.configure({ timeout: 300_000 });

test('Cancel leaves the form of a business by keyboard and on a phone, and asks for confirmation before text is lost', async ({
  page,
  baseURL,
  newMember,
  open,
}) => {
  const owner = await newMember({ name: 'Olu Adeyemi', confirmed: true });
  await open(page, owner, '/profile');
  await verifyPerson(page, baseURL ?? '', owner);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/business/new');
  const form = page.getByRole('form', { name: 'Business' });
  await form.getByLabel('City').fill('Lisboa');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await dialog(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(form.getByLabel('City')).toHaveValue('Lisboa');
  await form.getByRole('button', { name: 'Open the account' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: 'Discard' }).press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/business/new');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a business pays by its rules, with the approval of other people', async ({
  page,
  baseURL,
  context,
  newMember,
  newBrowser,
  open,
  provoke,
}) => {
  const origin = baseURL ?? '';
  const owner = await newMember({ name: 'Ines Almeida', confirmed: true, funds: { USD: '123.45' } });
  const [payer, approver, accountant, viewer, shop] = [
    await newMember({ name: 'Jonas Weber', confirmed: true }),
    await newMember({ name: 'Lea Martin', confirmed: true }),
    await newMember({ name: 'Ada Nowak', confirmed: true }),
    await newMember({ name: 'Vera Lund', confirmed: true }),
    await newMember({ name: 'Paper Shop', confirmed: true }),
  ];
  const handle = `acme-${owner.user.id.slice(-8)}`;
  const at = (path: string) => `/b/${handle}${path}`;
  const own = actingClient(origin, owner, handle);
  const paid = actingClient(origin, payer, handle);
  const pay = (client: typeof own, amount: string) =>
    client.call(endpoints.sendMoney, { body: { recipient_email: shop.email, amount } });

  await test.step('a verified person opens a business and submits it', async () => {
    await open(page, owner, '/business/new');
    await verifyPerson(page, origin, owner);
    await page.reload();
    const form = page.getByRole('form', { name: 'Business' });
    await form.getByLabel('Legal name').fill('Acme Bakery');
    await form.getByLabel('Short name').fill(handle);
    await form.getByLabel('Email for payments').fill(`payments@${handle}.example`);
    await form.getByLabel('Registration number').fill('PT 501 442 600');
    await form.getByLabel('Street address').fill('Rua do Ouro 17');
    await form.getByLabel('City').fill('Lisboa');
    await form.getByLabel('Postal code').fill('1100-061');
    await form.getByLabel('Country').selectOption('PT');
    await form.getByLabel('What does the business do?').fill('Bakes bread for restaurants.');
    await form.getByLabel('Name', { exact: true }).fill('Ines Almeida');
    await form.getByLabel('Share, %').fill('60');
    await form.getByRole('button', { name: 'Open the account' }).click();
    await expect(page).toHaveURL(new RegExp(at('/')));
    await uploadRegistration(page, origin, owner, handle);
    await own.call(endpoints.submitBusiness);
  });

  await test.step('an operator verifies it', async () => {
    const desk = await newBrowser();
    await open(desk, await operatorOf(origin), '/operations');
    const area = desk.getByRole('region', { name: 'Businesses' });
    await area.getByRole('button', { name: 'Show the businesses in review' }).click();
    await area.getByRole('button', { name: new RegExp(handle) }).click();
    await expect(area.getByText('PT 501 442 600')).toBeVisible();
    await desk.setViewportSize({ width: 390, height: 844 });
    const starts = [area.getByRole('heading'), area.getByText('Acme Bakery'), area.getByText('Registration number')];
    const boxes = await Promise.all(starts.map((each) => each.boundingBox()));
    expect(new Set(boxes.map((box) => Math.round(box?.x ?? 0))), 'one left edge on a phone').toEqual(new Set([16]));
    await expectAccessible(desk, 'a business in review on a phone');
    await expect(area.getByRole('button', { name: 'Save Registration' })).toBeVisible();
    await area.getByRole('button', { name: 'Verify…' }).click();
    await dialog(desk).getByRole('button', { name: 'Verify' }).click();
    await expect(toast(desk, 'Acme Bakery: verified, Level 2')).toBeVisible();
    expect((await own.call(endpoints.getBusiness)).state).toBe('verified');
  });

  const payerPage = await newBrowser();
  await test.step('four people join with different roles, one by the mailed link', async () => {
    const link = await invite(origin, own, payer, 'payer');
    await open(payerPage, payer, link);
    await expect(payerPage.getByRole('heading', { name: 'Join Acme Bakery' })).toBeVisible();
    await payerPage.getByRole('button', { name: 'Join' }).click();
    await expect(payerPage).toHaveURL(at('/dashboard'));
    await accept(approver, await invite(origin, own, approver, 'approver'));
    await accept(accountant, await invite(origin, own, accountant, 'accountant'));
    await accept(viewer, await invite(origin, own, viewer, 'viewer'));
    await addFunds({ api: own }, { USD: '5000.00' });
    await pay(own, '200.00');
  });

  await test.step('the owner adds a rule, tries it on past payments and saves it', async () => {
    await open(page, owner, at('/business?tab=rules'));
    await expect(page.getByText('Payments above $1,000.00 need one approval by another person.')).toBeVisible();
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await dialog(page).getByLabel('Single payments above').fill('100');
    await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('Payments above $100.00 need one approval by another person.')).toBeVisible();
    await page.getByRole('button', { name: 'Try on the last 90 days' }).click();
    await expect(page.getByText(/would have asked once for one payment, and refused none/)).toBeVisible();
    await page.getByRole('button', { name: 'Save the rules' }).click();
    await expect(toast(page, 'The rules are saved')).toBeVisible();
    expect((await own.call(endpoints.getPaymentRules)).version).toBe(1);
  });

  await test.step('a payment above the rule waits, and the payer reads that nothing is sent', async () => {
    await payerPage.goto(at(`/send?to=${shop.email}&amount=150`));
    await payerPage.getByRole('main').locator('button[type=submit]').click();
    await expect(
      toast(payerPage, `USD 150.00 to ${shop.email} waits for approval. Nothing is sent yet.`),
    ).toBeVisible();
    expect((await shop.api.call(endpoints.me)).balances.usd_exact).toBe('200.00');
  });

  const approverPage = await newBrowser();
  await test.step('an approver approves it with their password, after a wrong one', async () => {
    await open(approverPage, approver, at('/approvals'));
    await expect(waiting(approverPage)).toContainText('Payments above $100.00 need one approval by another person.');
    await expect(waiting(approverPage)).toContainText('Jonas Weber');
    await approverPage.getByRole('button', { name: 'Approve $150.00' }).click();
    provoke(400);
    await dialog(approverPage).getByLabel('Current password').fill('not my password');
    await dialog(approverPage).getByRole('button', { name: 'Approve' }).click();
    await expect(
      dialog(approverPage)
        .getByText(/password/i)
        .nth(1),
    ).toBeVisible();
    await dialog(approverPage).getByLabel('Current password').fill(approver.password);
    await dialog(approverPage).getByRole('button', { name: 'Approve' }).click();
    await expect(toast(approverPage, `Approved: $150.00 to ${shop.email}`)).toBeVisible();
    await expect(ended(approverPage)).toContainText('Approved');
    await expect.poll(async () => (await shop.api.call(endpoints.me)).balances.usd_exact).toBe('350.00');
  });

  await test.step('an approver refuses another one with a reason', async () => {
    await pay(paid, '160.00');
    await approverPage.getByRole('button', { name: 'Refuse $160.00' }).click();
    await dialog(approverPage).getByLabel('Reason').fill('Paid twice.');
    await dialog(approverPage).getByRole('button', { name: 'Refuse' }).click();
    await expect(ended(approverPage).first()).toContainText('Paid twice.');
    await expect(approverPage.getByText('Nothing waits')).toBeVisible();
  });

  await test.step('the owner cannot approve their own payment, and withdraws it', async () => {
    await pay(own, '170.00');
    await page.goto(at('/approvals'));
    await expect(waiting(page)).toContainText('You proposed this. Another person must approve it.');
    await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Withdraw $170.00' }).click();
    await expect(ended(page).first()).toContainText('Withdrawn');
  });

  await test.step('an undecided proposal expires after seven days of the test clock', async () => {
    const left = async () => (await own.call(endpoints.me)).balances.usd_exact;
    const before = await left();
    await pay(paid, '180.00');
    expect(await left()).not.toBe(before);
    await page.reload();
    await expect(waiting(page)).toContainText('$180.00');
    await own.call(endpoints.advanceTestClock, { body: { advance_seconds: 7 * 86_400 } });
    await expect(ended(page).first()).toContainText('Expired');
    await expect(ended(page).first()).toContainText('$180.00');
    await expect(page.getByText('Nothing waits')).toBeVisible();
    await expect.poll(left).toBe(before);
  });

  await test.step('two tabs show two accounts, also after the back button', async () => {
    const personal = await context.newPage();
    await personal.goto('/dashboard');
    await page.goto(at('/dashboard'));
    const { usd_exact: left } = (await own.call(endpoints.me)).balances;
    const business = `$${Number(left).toLocaleString('en', { minimumFractionDigits: 2 })}`;
    const balances = (tab: Page) => tab.getByRole('region', { name: 'Balances' });
    for (let time = 0; time < 2; time += 1) {
      await expect(balances(page)).toContainText(business);
      await expect(balances(page)).not.toContainText('$123.45');
      await expect(balances(personal)).toContainText('$123.45');
      await expect(balances(personal)).not.toContainText(business);
      if (time > 0) break;
      await page.goto('/dashboard');
      await expect(balances(page)).toContainText('$123.45');
      await page.goBack();
      await personal.goto(at('/dashboard'));
      await expect(balances(personal)).toContainText(business);
      await personal.goBack();
    }
    await personal.close();
  });

  await test.step('a person sees which pages their role lacks, and an open tab says that they were removed', async () => {
    const accountantPage = await newBrowser();
    await open(accountantPage, accountant, at('/invoices/new'));
    await expect(accountantPage.getByRole('heading', { name: 'Your role does not include this page' })).toBeVisible();
    await accountantPage.getByRole('link', { name: 'People of the business' }).click();
    await expect(accountantPage.getByText('Ada Nowak')).toBeVisible();
    provoke(404);
    const { people } = await own.call(endpoints.listBusinessPeople);
    const { id = '' } = people.find(({ email }) => email === accountant.email) ?? {};
    await own.call(endpoints.removePerson, { params: { id } });
    await expect(accountantPage.getByText('You no longer have access to Acme Bakery')).toBeVisible();
  });
});
