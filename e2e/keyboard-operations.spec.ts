import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { uploadStatement } from './bank-statement.ts';
import { expectFocus, expectFocusKept, press, tabTo, type } from './by-keyboard.ts';
import { jpeg } from './kyc-papers.ts';
import { addCard } from './members.ts';
import { nextIsDecided, operatorOf } from './operator.ts';
import { submittedCase } from './pictures/submitted-case.ts';
import { expect, test } from './product.ts';
import { toast } from './screen.ts';

const area = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

test('an operator can review and verify a case by keyboard', async ({ page, baseURL, open, guard }) => {
  guard.tolerate(nextIsDecided);
  const origin = baseURL ?? '';
  const firstName = `Vera${Date.now().toString(36)}`;
  const operator = await operatorOf(origin);
  await open(page, operator, '/sandbox');
  const member = await submittedCase(origin, await jpeg(page), [firstName, 'Review']);
  const waits = async () => (await operator.api.call(endpoints.listKycCases)).some(({ id }) => id === member.user.id);
  await expect.poll(waits, { timeout: 60_000 }).toBe(true);
  await page.goto('/operations');
  const queue = area(page, 'Identity queue');
  await press(page, queue.getByRole('button', { name: `${firstName} Review` }));
  await expect(queue.getByRole('img', { name: `Photo page of ${firstName} Review` })).toBeVisible();
  await press(page, queue.getByRole('button', { name: 'Zoom in' }));
  await press(page, queue.getByRole('button', { name: 'Rotate' }));
  for (const fact of ['Name', 'Born', 'Number'])
    await press(page, page.getByLabel(`${fact} matches the document`), 'Space');
  await press(page, page.getByLabel('Face matches the photo'), 'Space');
  await press(page, queue.getByRole('button', { name: 'Verify, Level 2' }));
  await expect(toast(page, `${firstName} Review: verified, Level 2`)).toBeVisible();
  await expect(queue.getByRole('button', { name: `${firstName} Review` })).toHaveCount(0);
});

test('an operator can return a withdrawal and freeze a user by keyboard', async ({
  page,
  baseURL,
  newMember,
  open,
}) => {
  const member = await newMember({ name: `Oskar${Date.now().toString(36)}`, funds: { USD: '100.00' } });
  const { id: bank } = await addCard(member.api, 'tok_bank');
  // The sandbox's bank leaves this withdrawal pending.
  await member.api.call(endpoints.withdraw, { body: { amount: '20.44', currency: 'USD', payment_method_id: bank } });
  await open(page, await operatorOf(baseURL ?? ''), '/operations');
  const row = area(page, 'Pending withdrawals and bank deposits').getByRole('row').filter({ hasText: member.name });
  await press(page, row.getByRole('button', { name: /^Return/ }));
  const question = dialog(page, 'Return $20.44?');
  await press(page, question.getByRole('button', { name: 'Return $20.44' }));
  await type(page, question.getByLabel('Reason'), 'The account is closed.');
  await press(page, question.getByRole('button', { name: 'Return $20.44' }));
  await expect(toast(page, 'Withdrawal returned')).toBeVisible();
  await expect(row).toHaveCount(0);
  await expectFocusKept(page);

  await page.keyboard.press('/');
  await expectFocus(page.getByRole('searchbox', { name: 'Search users and references' }));
  await page.keyboard.type(member.email);
  await page.keyboard.press('Enter');
  const name = area(page, 'Users').getByRole('button', { name: member.name });
  await press(page, name);
  const drawer = dialog(page, member.name);
  await press(page, drawer.getByRole('button', { name: 'Freeze…' }));
  const freeze = dialog(page, `Freeze ${member.name}?`);
  await type(page, freeze.getByLabel('Reason'), 'Asked for by phone');
  await press(page, freeze.getByRole('button', { name: 'Freeze' }));
  await expect(drawer).toContainText('Frozen');
  await tabTo(page, drawer.getByRole('button', { name: 'Unfreeze…' }));
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expectFocus(name);
});

test('an operator can credit unallocated money by keyboard', async ({ page, baseURL, newMember, open }) => {
  const member = await newMember({ name: 'Piet de Vries' });
  const operator = await operatorOf(baseURL ?? '');
  const text = `Rent${Date.now().toString(36)}`;
  await uploadStatement(baseURL ?? '', operator, [{ amount: '1.21', payer: 'P. de Vries', text }]);
  // Other tests add more lines, and these lines would add too many tab stops.
  await page.route('**/api/operations/bank', async (route) => {
    const desk = await operator.api.call(endpoints.getBankDesk);
    const unallocated = desk.unallocated.filter(({ remittance }) => remittance === text);
    await route.fulfill({ json: { ...desk, unallocated, unallocated_total: unallocated.length } });
  });
  await open(page, operator, '/operations#bank');
  const money = area(page, 'Unallocated money');
  await money.getByRole('heading', { name: 'Unallocated money' }).focus();
  await press(page, money.getByRole('button', { name: /^Credit to a member/ }));
  const credit = dialog(page, 'Credit €1.21 to a member');
  await type(page, credit.getByLabel('Member’s email'), member.email);
  await type(page, credit.getByLabel('Reason'), 'The payer called.');
  await press(page, credit.getByRole('button', { name: 'Credit €1.21' }));
  await expect(toast(page, `€1.21 credited to ${member.email}`)).toBeVisible();
  await expect(money.getByText('Everything is allocated')).toBeVisible();
  await expectFocusKept(page);
  await tabTo(page, area(page, 'Bank files').getByRole('button', { name: 'Upload files' }));
});
