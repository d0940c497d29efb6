import { readFile } from 'node:fs/promises';
import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import type { Member } from './members.ts';
import { expect, test } from './product.ts';
import { readQr } from './read-qr.ts';
import { expectFieldError, failCalls, holdCalls, toast } from './screen.ts';

const at = '/receive';
const linkOf = (page: Page, { email }: Member) => `${new URL(page.url()).origin}/pay/${email}`;
const code = (page: Page) => page.getByRole('img', { name: 'QR code of your payment link' });
const button = (page: Page, name: string) => page.getByRole('button', { name });
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const allowClipboard = (page: Page) => page.context().grantPermissions(['clipboard-read', 'clipboard-write']);

async function download(page: Page, choice: 'Download QR Code' | 'SVG, for print') {
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, choice).click()]);
  await expect(toast(page, 'QR Code downloaded!').first()).toBeVisible();
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

async function setAmount(page: Page, amount: string, currency: string, note: string) {
  await button(page, 'Set an amount').click();
  const dialog = page.getByRole('dialog', { name: 'Set an amount' });
  await dialog.getByLabel('Amount').fill(amount);
  await dialog.getByLabel('Currency').selectOption(currency);
  await dialog.getByLabel('Note').fill(note);
  await dialog.getByRole('button', { name: 'Set amount' }).click();
  await expect(dialog).toBeHidden();
}

test('the Receive screen offers QR code, link, mail and request', async ({ page, newMember, open }) => {
  const member = await newMember({ name: 'Ines Almeida' });
  await open(page, member, at);

  for (const colorScheme of ['light', 'dark'] as const) {
    // Rules: receive-1
    await test.step(`the card's QR code contains the payment link in the ${colorScheme} theme`, async () => {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
      const card = page.getByRole('region', { name: 'QR code' });
      await expect(card).toContainText('Ines Almeida');
      await expect(card).toContainText('Scan to pay');
      expect(await readQr(page, await code(page).screenshot())).toBe(linkOf(page, member));
      await page.emulateMedia({ colorScheme: 'light' });
    });
  }

  // Rules: receive-2
  await test.step('the code downloads as a printable PNG and as an SVG', async () => {
    const png = await download(page, 'Download QR Code');
    expect(png.name).toBe('florin-qr-code.png');
    expect(png.content.subarray(1, 4).toString()).toBe('PNG');
    const [width, height] = [png.content.readUInt32BE(16), png.content.readUInt32BE(20)];
    expect(width).toBeGreaterThanOrEqual(1024);
    expect(height).toBe(width);
    expect(await readQr(page, png.content)).toBe(linkOf(page, member));

    const svg = await download(page, 'SVG, for print');
    expect(svg.name).toBe('florin-qr-code.svg');
    const viewer = await page.context().newPage();
    await viewer.setContent(svg.content.toString());
    expect(await readQr(viewer, await viewer.locator('svg').screenshot())).toBe(linkOf(page, member));
    await viewer.close();
  });

  // Rules: receive-8
  await test.step('a request needs an amount above zero and a valid email if one is given', async () => {
    const calls = await holdCalls(page, 'POST', '/payment-requests');
    const form = page.getByRole('form', { name: 'Request Money' });
    const send = form.getByRole('button', { name: 'Send Payment Request' });
    const amount = form.getByLabel('Amount');
    await expect(form.getByLabel('Currency')).toHaveValue('USD');
    await send.click();
    await expect(toast(page, 'Please enter an amount')).toBeVisible();
    await expectFieldError(amount, 'Please enter an amount');
    await expect(amount).toBeFocused();
    for (const figure of ['0', '0.00', '-5']) {
      await amount.fill(figure);
      await send.click();
      await expectFieldError(amount, 'Amount must be greater than 0');
    }
    await expect(toast(page, 'Amount must be greater than 0').first()).toBeVisible();
    await amount.fill('5');
    await form.getByLabel('Recipient email').fill('nobody');
    await send.click();
    await expectFieldError(form.getByLabel('Recipient email'), 'Enter an email such as name@example.com');
    expect(calls.count()).toBe(0);
    await page.unroute('**/api/payment-requests');
  });

  // Rules: receive-3
  await test.step('link and code contain the amount and the note', async () => {
    await allowClipboard(page);
    await setAmount(page, '1,250.5', 'EUR', 'Invoice 2041 & café');
    await expect(page.getByText('Scan to pay €1,250.50')).toBeVisible();
    await button(page, 'Copy payment link').click();
    const link = await copied(page);
    expect(link).toBe(`${linkOf(page, member)}?amount=1250.50&currency=EUR&note=Invoice+2041+%26+caf%C3%A9`);
    const { content } = await download(page, 'Download QR Code');
    expect(await readQr(page, content)).toBe(link);
    await button(page, 'Change').click();
    await button(page, 'Remove').click();
    await button(page, 'Copy payment link').click();
    await expect.poll(() => copied(page)).toBe(linkOf(page, member));
    await page.context().clearPermissions();
  });

  // Rules: receive-7
  await test.step('Share via Email sends the mail as previewed', async () => {
    const other = await newMember();
    await setAmount(page, '25', 'USD', 'Lunch');
    await button(page, 'Share via Email').click();
    const dialog = page.getByRole('dialog', { name: 'Share via Email' });
    const send = dialog.getByRole('button', { name: 'Send mail' });
    await send.click();
    await expectFieldError(dialog.getByLabel('Recipient email'), 'Please enter an email');
    await dialog.getByLabel('Recipient email').fill('nobody');
    await send.click();
    await expectFieldError(dialog.getByLabel('Recipient email'), 'Enter an email such as name@example.com');
    await dialog.getByLabel('Recipient email').fill(other.email);
    const preview = await dialog.locator('blockquote p').allTextContents();
    await send.click();
    await expect(toast(page, `Mail sent to ${other.email}`)).toBeVisible();
    await expect(dialog).toBeHidden();

    const [mail] = await other.api.call(endpoints.listCaughtMails, { query: { to: other.email } });
    expect(mail).toMatchObject({ link: `${linkOf(page, member)}?amount=25.00&currency=USD&note=Lunch` });
    expect(preview).toEqual([mail?.subject, ...(mail?.text ?? '').split('\n\n'), mail?.link]);
  });
});

// Rules: receive-4
test('a copy button shows a check for two seconds', async ({ page, newMember, open }) => {
  await allowClipboard(page);
  await page.clock.install();
  const member = await newMember();
  await open(page, member, at);
  const details = page.getByRole('region', { name: 'Payment details' });
  await expect(details).toContainText(member.email);
  await expect(details).toContainText(`${new URL(page.url()).host}/pay/${member.email}`);
  const copyEmail = details.getByRole('button', { name: /^Cop(y|ied) email$/ });
  await expect(copyEmail).toHaveText('Copy email');
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await copyEmail.click();
  await expect(copyEmail).toHaveText('Copied email');
  expect(await copied(page)).toBe(member.email);
  // The toast list is fetched with the first toast, which the fake clock does not control.
  await expect(page.getByRole('region', { name: /^Notifications/ })).toBeAttached();
  await page.clock.runFor(1990);
  await expect(toast(page, 'Copied to clipboard!')).toBeVisible();
  await expect(copyEmail).toHaveText('Copied email');
  await page.clock.runFor(10);
  await expect(copyEmail).toHaveText('Copy email');
});

test('shows an error when the clipboard is not available', async ({ page, newMember, open }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('no')) } });
  });
  await open(page, await newMember(), at);
  await button(page, 'Copy email').click();
  await expect(toast(page, /^Could not copy\./)).toBeVisible();
  await expect(button(page, 'Copy email')).toBeVisible();
});

// Rules: receive-5
test('shares the link with the browser, or copies it if the browser cannot share', async ({
  page,
  newBrowser,
  newMember,
  open,
}) => {
  const member = await newMember({ name: 'Ines Almeida' });
  await allowClipboard(page);
  await open(page, member, at);
  await button(page, 'Share Payment Link').click();
  await expect(toast(page, 'Copied to clipboard!')).toBeVisible();
  expect(await copied(page)).toBe(linkOf(page, member));

  const phone = await newBrowser();
  await phone.addInitScript(() => {
    Object.assign(navigator, {
      share: async (data: ShareData) => document.documentElement.setAttribute('data-shared', JSON.stringify(data)),
    });
  });
  await open(phone, member, at);
  await button(phone, 'Share Payment Link').click();
  const shared = { title: 'Florin', text: 'Pay Ines Almeida with Florin', url: linkOf(phone, member) };
  await expect(phone.locator('html')).toHaveAttribute('data-shared', JSON.stringify(shared));
});

// Rules: receive-6
test('Share via Email is coming soon without a mail transport', async ({ page, newMember, open }) => {
  await page.route('**/receive', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const html = await response.text();
    const meta = /(<meta name="florin-mail" content=")on(")/;
    expect(html).toMatch(meta);
    return route.fulfill({ response, body: html.replace(meta, '$1off$2') });
  });
  await open(page, await newMember(), at);
  await button(page, 'Share via Email').click();
  await expect(toast(page, 'Email functionality coming soon!')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('an uncertain mail is reported below its preview with a gap', async ({ page, newMember, open, provoke }) => {
  provoke('net::ERR_FAILED');
  await open(page, await newMember(), at);
  await button(page, 'Share via Email').click();
  const dialog = page.getByRole('dialog', { name: 'Share via Email' });
  await dialog.getByLabel('Recipient email').fill('nobody@elsewhere.example');
  await page.route('**/api/payment-links/share', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Send mail' }).click();
  await expect(dialog.getByText('The server did not answer.')).toBeVisible();
  const [mail, notice] = [await dialog.locator('blockquote').boundingBox(), await dialog.locator('.why').boundingBox()];
  expect((notice?.y ?? 0) - (mail?.y ?? 0) - (mail?.height ?? 0)).toBeGreaterThanOrEqual(16);
});

test('shows an error with Retry when the requests fail to load', async ({ page, newMember, open, provoke }) => {
  provoke(503);
  const failing = await failCalls(page, '/payment-requests?state=all');
  await open(page, await newMember(), at);
  const requests = page.getByRole('region', { name: 'Open requests' });
  await expect(requests.getByRole('alert')).toContainText('Could not load');
  await expect(code(page)).toBeVisible();
  await failing.stop();
  await requests.getByRole('button', { name: 'Retry' }).click();
  await expect(requests).toContainText('No open requests');
});
