import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actingClient, openBusiness } from '../../../test/business.ts';
import { openCardOffice, type CardOffice } from '../../../test/card-office.ts';
import { operator } from '../../../test/kyc.ts';
import type { TestMember } from '../../../test/test-app.ts';
import { letHoursPass } from '../../../test/webhooks.ts';
import { watchWebhooks } from '../events/watch-webhooks.ts';
import { asText, type Letter } from '../mail/letter.ts';
import { notifyNews } from '../notifications/notify/notify-news.ts';

const source = path.join(import.meta.dirname, '../..');

let office: CardOffice;
let ines: TestMember;
let olu: TestMember;
beforeAll(async () => {
  office = await openCardOffice();
  ines = await office.florin.signUpWith('100.00', 'Ines');
  olu = await operator(office.florin);
});
afterAll(async () => {
  await office.florin.expectCleanBooks();
  await office.close();
});

test('every mail to a business leads into the account of the business', async () => {
  const { florin } = office;
  const { id, handle, email } = await openBusiness(florin, ines);
  const acme = actingClient(florin, ines.token, handle);
  await notifyNews(florin.app.dependencies);
  await ines.client.call(endpoints.sendMoney, { body: { recipient_email: email, amount: '50.00' } });
  await ines.client.call(endpoints.requestMoney, { body: { recipient_email: email, amount: '2.00' } });
  await acme.call(endpoints.sendMoney, { body: { recipient_email: ines.user.email, amount: '10.00' } });
  await acme.call(endpoints.makeKey, { body: { name: 'Till', scopes: ['balances:read'] } });
  const { webhook } = await acme.call(endpoints.addWebhook, { body: { url: 'https://acme.example/hook', types: [] } });
  await florin.database.ownerPool.query('update webhooks set failing_since = now() where id = $1', [webhook.id]);
  await letHoursPass(florin, webhook, 25);
  await watchWebhooks(florin.app.dependencies);
  await florin.database.ownerPool.query(`update businesses set state = 'pending', submitted_at = now() where id = $1`, [
    id,
  ]);
  const [found] = (await olu.client.call(endpoints.listBusinessCases)).filter((one) => one.id === id);
  const body = { decision: 'verified' as const, submitted_at: found?.submitted_at ?? '' };
  await olu.client.call(endpoints.decideBusinessCase, { params: { id }, body });
  await notifyNews(florin.app.dependencies);

  const { rows: mails } = await florin.database.ownerPool.query<Letter>(
    'select subject, body, link, extras from mails where recipient = $1',
    [email],
  );
  expect(mails.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining([
      'Ines sent you $50.00',
      'Ines requested $2.00',
      expect.stringMatching(/^You sent \$10\.00 to /),
      'An API key was made for your account',
      'A webhook of your account is failing',
    ]),
  );
  const { letterhead } = florin.app.dependencies;
  const urls = mails.flatMap((mail) => asText(mail, letterhead).match(/https?:\/\/[^\s/]+\/\S*/g) ?? []);
  expect(urls.length).toBeGreaterThan(mails.length);
  for (const url of urls) expect(new URL(url).pathname).toMatch(new RegExp(`^/b/${handle}/`));
});

test('the pages of the card processor lead back to the account of the business', async () => {
  const { handle } = await openBusiness(office.florin, ines);
  const client = actingClient(office.florin, ines.token, handle);
  const payment = await office.startDeposit({ ...ines, client });
  const { url } = await client.call(endpoints.startCardSetup);
  for (const session of [office.sessionOf(payment), url?.split('/').at(-1) ?? ''])
    expect(office.stripe.account.find(session)['success_url']).toContain(`/b/${handle}/card-return?`);
});

test('only links for visitors do not name the account', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
  const built = files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => readFileSync(path.join(source, file), 'utf8').match(/(?<=\{publicUrl\}\/)[\w-]+/g) ?? []);
  expect([...new Set(built)].toSorted()).toEqual([
    'confirm-email',
    'confirm-email-change',
    'join-business',
    'reset-password',
    'sandbox',
    'signup',
    'verify',
  ]);
});
