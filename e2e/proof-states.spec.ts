import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import type { Member } from './members.ts';
import { navigate } from './navigate.ts';
import { expect, test } from './product.ts';
import { holdCalls } from './screen.ts';

const phone = { width: 390, height: 844 };

const verified = (page: Page) => page.getByRole('main').getByText('Verified', { exact: true });
const top = async (page: Page, name: string) =>
  (await page.getByRole('heading', { name, exact: true }).boundingBox())?.y ?? Number.NaN;

/** The house states its sums automatically, a few seconds after its start. */
const untilProved = (member: Member) =>
  expect
    .poll(
      () =>
        member.api.call(endpoints.getProof, { query: {} }).then(
          ({ entries }) => entries.length,
          () => 0,
        ),
      { timeout: 90_000 },
    )
    .toBe(1);

async function provedMember(newMember: (given: { funds: { USD: string } }) => Promise<Member>): Promise<Member> {
  const member = await newMember({ funds: { USD: '300.00' } });
  await untilProved(member);
  return member;
}

for (const viewport of [phone, { width: 1280, height: 900 }])
  test(`the page does not move when a proof check ends at ${viewport.width} px`, async ({
    freshBrowser,
    newMember,
    open,
  }) => {
    const page = await freshBrowser({ viewport });
    const member = await provedMember(newMember);
    const calls = await holdCalls(page, 'GET', '/proof');
    await open(page, member, '/profile/proof');
    await expect(page.getByText('The books are being checked in this browser.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Check again' })).toHaveAttribute('aria-busy', 'true');
    await expectAccessible(page, 'a check that runs');
    const before = await top(page, 'What was checked');
    calls.release();
    await expect(verified(page)).toBeVisible();
    expect(await top(page, 'What was checked')).toBe(before);
  });

test('a proof check older than an hour offers the next check, even on a phone', async ({
  freshBrowser,
  newMember,
  open,
}) => {
  const page = await freshBrowser({ viewport: phone });
  await page.clock.install();
  await open(page, await provedMember(newMember), '/profile/proof');
  await expect(verified(page)).toBeVisible();
  await page.clock.fastForward('02:00:00');
  await expect(page.getByText('This check is older than an hour.')).toBeVisible();
  await expect(page.getByText('Checked 2 hours ago')).toBeVisible();
  await expectAccessible(page, 'a check older than an hour');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('This check is older than an hour.')).toHaveCount(0);
  await expect(page.getByText('Checked just now')).toBeVisible();
});

test('a failed proof check on a phone says so above its details, and the dashboard warns', async ({
  freshBrowser,
  newMember,
  open,
}) => {
  const page = await freshBrowser({ viewport: phone });
  const member = await provedMember(newMember);
  await page.route('**/api/wallets', async (route) => {
    const answer = await route.fetch();
    const wallets: { balance_exact: string }[] = await answer.json();
    await route.fulfill({ response: answer, json: wallets.map((each) => ({ ...each, balance_exact: '99.00' })) });
  });
  await open(page, member, '/profile/proof');
  const alarm = page.getByRole('alert').filter({ hasText: 'The wallet shows another balance than the books' });
  await expect(alarm).toContainText('Check again in a minute.');
  await expect(alarm).toBeInViewport({ ratio: 1 });
  await expectAccessible(page, 'a failed check on a phone');
  await navigate(page, '/dashboard');
  await expect(page.getByRole('link', { name: 'Your balance could not be verified' })).toBeInViewport({ ratio: 1 });
});

test('the last proof check stays on an offline phone, and the next check says what it needs', async ({
  freshBrowser,
  newMember,
  open,
  guard,
}) => {
  guard.tolerate('net::ERR_INTERNET_DISCONNECTED');
  const page = await freshBrowser({ viewport: phone });
  await open(page, await provedMember(newMember), '/profile/proof');
  await expect(verified(page)).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText('The next one needs a connection.')).toBeVisible();
  await expect(verified(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check again' })).toHaveAccessibleDescription('You are offline');
  await expectAccessible(page, 'a check while offline');
  await page.context().setOffline(false);
});

test('a new account without entries is verified, and is promised no entries', async ({
  freshBrowser,
  newMember,
  open,
}) => {
  const page = await freshBrowser({ viewport: phone });
  const member = await newMember();
  await expect
    .poll(
      () =>
        member.api.call(endpoints.getProof, { query: {} }).then(
          () => true,
          () => false,
        ),
      { timeout: 90_000 },
    )
    .toBe(true);
  await open(page, member, '/profile/proof');
  await expect(verified(page)).toBeVisible();
  await expect(page.getByText('There are no entries yet.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your newest entries' })).toHaveCount(0);
});

test('the result of a checked file is above the explanation on a phone', async ({ freshBrowser }) => {
  const page = await freshBrowser({ viewport: phone });
  await page.goto('/verify', { waitUntil: 'networkidle' });
  await page
    .getByLabel('File to verify')
    .setInputFiles({ name: 'holiday.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
  await expect(page.getByText('This file has no proof')).toBeInViewport({ ratio: 1 });
});
