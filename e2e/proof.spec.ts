import { readFile } from 'node:fs/promises';
import { endpoints, type Proof } from '@florin/contract';
import type { Download, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { send, type Member } from './members.ts';
import { navigate } from './navigate.ts';
import { expect, test } from './product.ts';

// The house states its sums automatically, a few seconds after its start.
const untilProved = (member: Member, entries: number) =>
  expect
    .poll(
      () =>
        member.api
          .call(endpoints.getProof, { query: {} })
          .then((proof) => proof.entries.length)
          .catch(() => 0),
      {
        timeout: 90_000,
      },
    )
    .toBe(entries);

const verified = (page: Page) => page.getByRole('main').getByText('Verified', { exact: true });
const step = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Checks' }).locator('li', { hasText: title });
const checkAgain = (page: Page) => page.getByRole('button', { name: 'Check again' }).click();

/** Changes the server's answers with the account's own proof on the way to the browser. */
const tamper = (page: Page, change: (proof: Proof) => void) =>
  page.route('**/api/proof*', async (route) => {
    const answer = await route.fetch();
    const proof: Proof = await answer.json();
    change(proof);
    await route.fulfill({ response: answer, json: proof });
  });

/** Opens the page and waits for all data that the page loads before the choice of a file. */
async function openVerifyPage(page: Page) {
  const certificates = page.waitForResponse('**/florin-documents.pem');
  await page.goto('/verify', { waitUntil: 'networkidle' });
  await certificates;
}

async function contentOf(page: Page, button: string): Promise<{ name: string; text: string }> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const download: Download = await coming;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

for (const [name, width] of [
  ['a phone', 390],
  ['a wide window', 1280],
] as const)
  test(`the app verifies the balances automatically on ${name}, even after a payment`, async ({
    freshBrowser,
    newMember,
    open,
  }) => {
    const page = await freshBrowser({ viewport: { width, height: 844 } });
    const [member, other] = [await newMember({ funds: { USD: '300.00' } }), await newMember()];
    await untilProved(member, 1);

    await test.step('the dashboard says so and leads to the proof', async () => {
      await open(page, member);
      await page.getByRole('link', { name: 'Verified just now' }).click();
      await expect(verified(page)).toBeVisible();
      await expect(step(page, 'The newest entries are in the books')).toContainText('1 entry');
      await expect(step(page, 'Nothing that was booked was changed')).toContainText('first checkpoint');
      await expect(step(page, 'The wallet shows the same balances')).toContainText('Passed');
      await expectAccessible(page, 'the proof');
    });

    await test.step('after a payment the proof continues the first checkpoint and explains the balance', async () => {
      await send(member, other, '12.50');
      await checkAgain(page);
      await expect(step(page, 'Nothing that was booked was changed')).toContainText('continue the checkpoint');
      const balances = page.getByRole('region', { name: 'Your balances' });
      await expect(balances).toContainText('In the sums $0.00. Since then 2 entries: +$287.25');
      await expect(verified(page)).toBeVisible();
    });

    await test.step('the next visit continues the last checkpoint', async () => {
      const asked = page.waitForRequest(/\/api\/proof\?since=\d+$/);
      await page.reload();
      await asked;
      await expect(step(page, 'Nothing that was booked was changed')).toContainText(/this browser saw/i);
    });
  });

test('a changed answer fails and offers the evidence, and an honest one passes again', async ({
  page,
  newMember,
  open,
}) => {
  const member = await newMember({ funds: { USD: '300.00' } });
  await untilProved(member, 1);
  await open(page, member, '/profile/proof');
  await expect(verified(page)).toBeVisible();
  const alarm = page.getByRole('alert').filter({ hasText: 'complaint' });

  await test.step('a changed amount', async () => {
    await tamper(page, ({ entries: [entry] }) => {
      const [posting] = entry?.postings ?? [];
      if (posting) posting.text = posting.text.replaceAll('30000', '40000');
    });
    await checkAgain(page);
    await expect(alarm).toContainText('An entry is not in the books as it should be');
    await expectAccessible(page, 'a failed check');
  });

  await test.step('the evidence is a file that the page for files reads', async () => {
    const { name, text } = await contentOf(page, 'Download the complaint');
    expect(name).toBe('florin-complaint.json');
    await navigate(page, '/dashboard');
    await expect(page.getByRole('link', { name: 'Your balance could not be verified' })).toBeVisible();
    await navigate(page, '/verify');
    await page
      .getByLabel('File to verify')
      .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
    await expect(page.getByText('A complaint proves nothing by itself.')).toBeVisible();
  });

  await test.step('a changed checkpoint', async () => {
    await page.unroute('**/api/proof*');
    await tamper(page, (proof) => {
      proof.checkpoint = proof.checkpoint.replace(/\n(\d+)\n/, (_, size: string) => `\n${Number(size) + 1}\n`);
    });
    await navigate(page, '/profile/proof');
    await checkAgain(page);
    await expect(alarm).toContainText('The signature on the books is wrong');
  });

  await page.unroute('**/api/proof*');
  await checkAgain(page);
  await expect(verified(page)).toBeVisible();
});

test('offline the page shows the last check', async ({ page, newMember, open, guard }) => {
  guard.tolerate('net::ERR_INTERNET_DISCONNECTED');
  const member = await newMember({ funds: { USD: '300.00' } });
  await untilProved(member, 1);
  await open(page, member, '/profile/proof');
  await expect(verified(page)).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText('This is the check of')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check again' })).toHaveAttribute('aria-disabled', 'true');
  await page.context().setOffline(false);
});

test('anyone can verify a downloaded proof, and it never leaves the browser', async ({
  freshBrowser,
  page,
  newMember,
  open,
}) => {
  const member = await newMember({ funds: { USD: '300.00' } });
  await untilProved(member, 1);
  await open(page, member, '/profile/proof');
  await page.getByText('For experts').click();
  const { name, text } = await contentOf(page, 'Download the proof');
  expect(name).toBe('florin-proof.json');

  const visitor = await freshBrowser();
  await visitor.goto('/books');
  const books = visitor.getByRole('region', { name: 'Key and log' });
  await expect(visitor.getByText('Checked in this browser:')).toBeVisible();
  const key = await books.locator('dd').last().textContent();

  await openVerifyPage(visitor);
  const requests: string[] = [];
  visitor.on('request', (request) => requests.push(request.url()));
  await visitor
    .getByLabel('File to verify')
    .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  await expect(visitor.getByText('This proof is valid')).toBeVisible();
  await expect(visitor.getByText('The key came from the file itself.')).toBeVisible();
  await visitor.getByLabel('Key of the log').fill(key ?? '');
  await expect(visitor.getByText('The key is the expected one:')).toBeVisible();
  await expect(visitor.getByRole('region', { name: 'Entries' })).toContainText('+$300.00');
  expect(requests).toEqual([]);
  await expectAccessible(visitor, 'a verified file');
});

test('anyone can verify a receipt and a statement, and a changed byte is refused', async ({
  freshBrowser,
  newMember,
}) => {
  const [member, other] = [await newMember({ funds: { USD: '300.00' } }), await newMember()];
  const { id } = await send(member, other, '12.50');
  await untilProved(member, 2);
  const bytesOf = async (answer: Promise<Response>) => Buffer.from(await (await answer).arrayBuffer());
  const receipt = await bytesOf(member.api.open(endpoints.getReceipt, { params: { id } }));
  const month = new Date().toISOString().slice(0, 7);
  const statement = await bytesOf(member.api.open(endpoints.getStatement, { params: { wallet: 'USD', month } }));

  const visitor = await freshBrowser();
  await openVerifyPage(visitor);
  const requests: string[] = [];
  visitor.on('request', (request) => requests.push(request.url()));
  const drop = (name: string, buffer: Buffer) =>
    visitor.getByLabel('File to verify').setInputFiles({ name, mimeType: 'application/pdf', buffer });

  await test.step('a receipt is genuine, and so is the proof in it', async () => {
    await drop('receipt.pdf', receipt);
    await expect(visitor.getByText('This PDF is genuine')).toBeVisible();
    await expect(visitor.getByText('This receipt is valid')).toBeVisible();
    await expectAccessible(visitor, 'a genuine receipt');
  });

  await test.step('with one changed byte it is refused', async () => {
    const changed = Buffer.from(receipt);
    changed[3_000] = (changed[3_000] ?? 0) ^ 1;
    await drop('receipt.pdf', changed);
    const alarm = visitor.getByRole('alert').filter({ hasText: 'This PDF is not what Florin signed' });
    await expect(alarm).toContainText('The file was changed after it was signed.');
    await expect(visitor.getByText('This receipt is valid')).toBeHidden();
    await expectAccessible(visitor, 'a changed receipt');
    expect(requests).toEqual([]);
  });

  await test.step('the code of a statement leads to a page that compares it', async () => {
    const number = /\((USD-\d{4}-\d\d-[\dA-F]{10})\)/.exec(statement.toString('latin1'))?.[1] ?? 'none';
    await visitor.goto('/books');
    await visitor.goto(`/verify#document=${number}`);
    await expect(visitor.getByText(`The code is of document ${number}.`)).toBeVisible();
    await drop('statement.pdf', statement);
    await expect(visitor.getByText('This is the document with the code')).toBeVisible();
    await expectAccessible(visitor, 'a genuine statement');
    await drop('receipt.pdf', receipt);
    await expect(visitor.getByText('This is not the document with the code')).toBeVisible();
  });
});

test('the public books show the log, its key and the sums', async ({ freshBrowser, newMember }) => {
  const member = await newMember({ funds: { USD: '300.00' } });
  await untilProved(member, 1);
  const page = await freshBrowser();
  await page.goto('/books');
  await expect(page.getByText('Checked in this browser:')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Sums', exact: true }).getByRole('row')).not.toHaveCount(1);
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('table').last()).toBeVisible();
  await expectAccessible(page, 'the public books');
  const checkpoint = await page.request.get('/log/checkpoint');
  expect(await checkpoint.text()).toContain('/log\n');
});
