import { readFile } from 'node:fs/promises';
import { containsLink, endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { closeOver } from './back.ts';
import { batchFile, chooseBatchFile } from './batch-file.ts';
import { freeTexts, freeTextsIn, type Document } from './free-texts.ts';
import { navigate } from './navigate.ts';
import { each, hostileMemberNames, hostileNames, strangersAround } from './hostile-cast.ts';
import { hostileTexts, hostileTextsFrom, shownText } from './hostile-texts.ts';
import { uniqueEmail, type Member } from './members.ts';
import { createTrap, expectOnlyText, test } from './no-execution.ts';
import { expect } from './product.ts';

const name = hostileTextsFrom(0, 100).find((text) => text.startsWith('"><img')) ?? '';
const shownTexts = hostileTexts.map(shownText);

/** Opens the whole history in a tall window, because only rows near the window are rendered. */
async function openWholeHistory(page: Page) {
  await page.setViewportSize({ width: 1280, height: 14_000 });
  await navigate(page, '/transactions');
}

async function fileOf(page: Page, press: () => Promise<void>): Promise<string> {
  const download = page.waitForEvent('download');
  await press();
  return readFile(await (await download).path(), 'latin1');
}

/** Expects receipt, statement and export without active content, and with all texts of the corpus. */
async function expectFilesOfText(page: Page, { api }: Member) {
  const receipt = await fileOf(page, () => page.getByRole('button', { name: 'Download receipt' }).click());
  const month = new Date().toISOString().slice(0, 7);
  const statement = await api.open(endpoints.getStatement, { params: { wallet: 'USD', month } });
  for (const paper of [receipt, await statement.text()]) {
    expect(paper).toMatch(/^%PDF-/);
    expect(paper).not.toMatch(/\/(JavaScript|JS|OpenAction|Launch|URI)\b/);
  }
  const table = await api.open(endpoints.exportTransactions, { query: { format: 'csv' } });
  const cells = cellsOf(await table.text());
  expect(cells.filter((cell) => /^[=+@\t\r\0]|^-\D/.test(cell))).toEqual([]);
  // An apostrophe marks a formula as text, even at a place where another spreadsheet program would start a new cell.
  const bare = (text: string) => text.replaceAll("'", '');
  const whole = new Set(cells.map(bare));
  expect(shownTexts.filter((text) => !whole.has(bare(text)))).toEqual([]);
}

/** Returns the cells of a CSV by RFC 4180. */
const cellsOf = (csv: string): string[] =>
  Array.from(csv.matchAll(/"((?:[^"]|"")*)"|([^",\r\n]+)/g), ([, quoted, plain = '']) =>
    quoted === undefined ? plain : quoted.replaceAll('""', '"'),
  );

// Rules: security-14
test('the corpus has at least 100 texts and covers every free-text field of the contract', async ({ request }) => {
  expect(new Set(hostileTexts).size).toBe(hostileTexts.length);
  expect(hostileTexts.length).toBeGreaterThanOrEqual(100);
  const answer = await request.get('/api/openapi.json');
  const found = freeTextsIn((await answer.json()) as Document);
  expect(found.toSorted(), 'list new texts in e2e/free-texts.ts').toEqual(freeTexts.toSorted());
});

test('the trap detects a payload that runs', async ({ newBrowser, baseURL }) => {
  const page = await newBrowser();
  const trap = createTrap(new URL(baseURL ?? '').origin);
  await trap.watch(page.context());
  await page.goto('/login');
  await page.evaluate(() => Object.assign(globalThis, { __pwned: 1 }));
  await page.evaluate(`confirm('pwned')`);
  await expect.poll(() => trap.caught).toEqual([`a payload ran in ${page.url()}`, 'opened a dialog: pwned']);
});

// Rules: security-14
test('hostile names and notes of strangers stay text for the member', async ({
  page,
  baseURL,
  newMember,
  newBrowser,
  open,
  trap,
}) => {
  const member = await newMember({ name, confirmed: true, funds: { USD: '200.00' } });
  const strangers = await strangersAround(member, baseURL ?? '');
  const theirNames = strangers.map(({ name: theirs }) => theirs);
  await open(page, member);
  await expectOnlyText(page, [...theirNames, ...shownTexts], 'dashboard');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Pay' })).toHaveCount(50);
  await expectOnlyText(page, [], 'notifications');
  await closeOver(page);

  await openWholeHistory(page);
  await expectOnlyText(page, [...theirNames, ...shownTexts], 'history');
  await page.setViewportSize({ width: 1280, height: 900 });
  const lines = await member.api.call(endpoints.listTransactions, { query: { type: 'send' } });
  for (const { id, note = '', counterparty = '' } of lines.filter((_, n) => n % 20 === 0)) {
    await closeOver(page); // the previous drawer
    await navigate(page, `/transactions?id=${id}`);
    await expect(page.getByRole('dialog')).toContainText(note);
    await expectOnlyText(page, [note, counterparty], 'a line of history');
  }
  await expectFilesOfText(page, member);
  await closeOver(page);

  await navigate(page, '/send');
  await expectOnlyText(page, [...theirNames, ...shownTexts], 'send');
  await navigate(page, `/sandbox?to=${member.email}`);
  await expectOnlyText(page, theirNames.slice(-10), 'mails');

  const theirs = await newBrowser();
  await trap.watch(theirs.context());
  const [stranger] = strangers;
  if (!stranger) throw new Error('there are no strangers');
  await open(theirs, stranger, '/transactions');
  await expectOnlyText(theirs, [hostileTexts.at(-1) ?? '', name], 'history of a recipient');
});

// Rules: security-14
test('hostile names of contacts and notes of requests stay text, even when shared', async ({
  page,
  newMember,
  newBrowser,
  open,
  trap,
}) => {
  const member = await newMember({ name });
  await each(hostileNames, async (written, n) => {
    const { id } = await member.api.call(endpoints.addContact, { body: { email: uniqueEmail(), name: written } });
    if (n % 3 > 0) return;
    const renamed = { params: { id }, body: { name: written } };
    expect((await member.api.call(endpoints.changeContact, renamed)).name).toBe(shownText(written));
  });
  for (const written of hostileMemberNames.filter((_, n) => n % 3 === 1))
    expect((await member.api.call(endpoints.changeProfile, { body: { name: written } })).name).toBe(shownText(written));
  await member.api.call(endpoints.changeProfile, { body: { name } });
  const notes = hostileTexts.filter((_, n) => n % 3 === 0); // at most fifty requests may be open
  await each(notes, (note) => member.api.call(endpoints.requestMoney, { body: { amount: '1.00', note } }));
  await open(page, member, '/send');
  await expectOnlyText(page, hostileNames.map(shownText), 'contacts');
  for (const [n, dialog] of [
    [0, 'Rename'],
    [1, /^Remove /],
  ] as const) {
    await page
      .getByRole('button', { name: /^More for / })
      .nth(n * 30)
      .click();
    await page.getByRole('menuitem', { name: n === 0 ? 'Rename' : 'Remove' }).click();
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
    await expectOnlyText(page, [], `${dialog} a contact`);
    await closeOver(page);
  }
  await navigate(page, '/receive');
  await expectOnlyText(page, notes.map(shownText), 'own requests');
  await navigate(page, '/profile');
  await expectOnlyText(page, [name], 'profile');
  await expect(page.getByText('This device')).toBeVisible();

  const visitor = await newBrowser();
  await trap.watch(visitor.context());
  for (const note of hostileTexts.filter((_, n) => n % 24 === 5)) {
    await visitor.goto(`/pay/${member.email}?${new URLSearchParams({ amount: '1', note }).toString()}`);
    await expectOnlyText(visitor, [shownText(note)], 'a payment link');
    const email = uniqueEmail('shared');
    await member.api.call(endpoints.sharePaymentLink, { body: { email, note } });
    await navigate(visitor, `/sandbox?to=${encodeURIComponent(email)}`);
    const texts = [`How to pay ${name}`, ...(containsLink(note) ? [] : [shownText(note)])];
    await expectOnlyText(visitor, texts, 'the mail of a shared link');
  }
});

// Rules: security-14
test('hostile cells and names of files of payments stay text', async ({ page, newMember, open }) => {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const texts = hostileNames.slice(0, 90); // one page of rows
  const sentName = name.replaceAll('"', '%22'); // as browsers write it into the request
  await open(page, await newMember(), '/batch-payouts');
  const payable = texts.map(
    (text, n) => `${uniqueEmail()},1.00,USD,${cell(text)},${cell(`${n} ${text}`.slice(0, 100))}`,
  );
  await chooseBatchFile(page, batchFile(payable), { name });
  await expect(page.getByText(`${texts.length} payments, ready to start`)).toBeVisible();
  await expectOnlyText(page, [sentName, ...texts.map(shownText)], 'rows of a file');
  await navigate(page, '/batch-payouts');
  const faulty = texts.map((text) => [text, text, text].map(cell).join(','));
  await chooseBatchFile(page, batchFile(faulty), { name: `2 ${name}` });
  await page.getByRole('button', { name: /^Show the first 100$/ }).click();
  const shortened = texts.slice(0, 30).map((text) => shownText(text).slice(0, 60));
  await expectOnlyText(page, [`2 ${sentName}`, ...shortened], 'errors of a file');
  await navigate(page, '/batch-payouts');
  await expectOnlyText(page, [sentName, `2 ${sentName}`], 'files of payments');
});
