import type { BrowserContext, Page, Request } from '@playwright/test';
import { send } from './members.ts';
import { expect, test } from './product.ts';

// All windows of a browser share six connections to a server. Event streams must not use all six connections.

const screens = ['/buy-crypto', '/dashboard', '/crypto/BTC', '/dashboard', '/sell-crypto', '/dashboard', '/dashboard'];

/** Tracks the open streams of all windows of the browser. */
function watchStreams(context: BrowserContext) {
  const open = new Set<Request>();
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname !== '/api/events' && pathname !== '/api/crypto/prices') return;
    open.add(request);
  });
  context.on('requestfinished', (request) => open.delete(request));
  context.on('requestfailed', (request) => open.delete(request));
  // A closed window does not report the end of its requests.
  const held = () => [...open].filter((request) => !request.frame().page().isClosed());
  return {
    open: () =>
      held()
        .map((request) => new URL(request.url()).pathname)
        .toSorted(),
  };
}

const dollars = (page: Page) => page.getByRole('article', { name: 'US Dollar' });

test('eight windows of one browser share two streams and stay live', async ({ page, context, newMember, open }) => {
  test.setTimeout(180_000);
  const streams = watchStreams(context);
  const [nora, piet] = [
    await newMember({ confirmed: true, funds: { USD: '100.00' }, coins: { BTC: '5.00' } }),
    await newMember({ name: 'Piet Mondriaan', funds: { USD: '100.00' } }),
  ];
  await send(nora, piet, '1.00'); // makes them contacts, so that one press sends
  const windows: Page[] = [];
  for (const screen of screens) {
    const window = windows.length === 0 ? page : await context.newPage();
    windows.push(window);
    await open(window, nora, screen);
    await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  }
  const dashboards = windows.filter((_, at) => screens[at] === '/dashboard');
  for (const each of dashboards) await expect(dollars(each)).toContainText('$93.90');

  const eighth = await context.newPage();
  await open(eighth, nora, '/send');
  await eighth.getByLabel('Recipient email').fill(piet.email);
  await eighth.getByLabel('Amount', { exact: true }).fill('10.00');
  await expect(eighth.getByRole('main')).toContainText('$10.20');
  const pressedAt = performance.now();
  await eighth.getByRole('main').locator('button[type=submit]').click();
  await expect(eighth).toHaveURL('/dashboard', { timeout: 5_000 });
  expect(performance.now() - pressedAt, 'milliseconds until it is paid').toBeLessThan(5_000);
  for (const each of dashboards) await expect(dollars(each)).toContainText('$83.70', { timeout: 5_000 });
  expect(streams.open().filter((path) => path === '/api/events')).toHaveLength(1);
  expect(streams.open().length, streams.open().join(', ')).toBeLessThanOrEqual(2);

  await test.step('another window takes over the stream when the leading one closes', async () => {
    await page.close();
    await dashboards[0]?.close();
    await send(piet, nora, '1.00');
    for (const each of dashboards.slice(1)) await expect(dollars(each)).toContainText('$84.70', { timeout: 5_000 });
    expect(streams.open().filter((path) => path === '/api/events')).toHaveLength(1);
  });

  await test.step('signing out in one window ends the streams of all', async () => {
    const [, second] = dashboards;
    await second?.getByRole('button', { name: 'Account' }).click();
    await second?.getByRole('menuitem', { name: 'Log out' }).click();
    for (const each of dashboards.slice(1)) await expect(each).toHaveURL(/\/login/);
    await expect.poll(() => streams.open()).toEqual([]);
  });
});

test('a window with another member gets no events of the previous member', async ({
  page,
  context,
  newMember,
  open,
  guard,
}) => {
  guard.tolerate(401);
  const streams = watchStreams(context);
  const [nora, piet] = [
    await newMember({ confirmed: true, funds: { USD: '100.00' } }),
    await newMember({ name: 'Piet Mondriaan', funds: { USD: '50.00' } }),
  ];
  await open(page, nora);
  await expect(dollars(page)).toContainText('$100.00');
  const other = await context.newPage();
  await open(other, piet);
  for (const each of [page, other]) await expect(dollars(each)).toContainText('$50.00');
  await expect.poll(() => streams.open().filter((path) => path === '/api/events')).toHaveLength(1);
  const calls: string[] = [];
  context.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await untilQuiet(other, calls);
  calls.length = 0;
  await send(nora, { email: 'nobody@florin.example' }, '1.00');
  await other.waitForTimeout(1_500);
  expect(calls.filter((path) => path === '/api/wallets')).toEqual([]);
  for (const each of [page, other]) await expect(dollars(each)).toContainText('$50.00');
});

/** Waits until the windows have loaded their content: until a second passes without a call. */
async function untilQuiet(page: Page, calls: readonly string[]) {
  await expect(async () => {
    const before = calls.length;
    await page.waitForTimeout(1_000);
    expect(calls.length).toBe(before);
  }).toPass();
}
