import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openCardOffice, type CardOffice } from '../../../../test/card-office.ts';
import { refusedWith } from '../../../../test/refused-with.ts';
import { expireSession, saveOn } from '../../../../test/stripe-double/happenings.ts';
import type { TestMember } from '../../../../test/test-app.ts';

let office: CardOffice;
let ines: TestMember;
beforeAll(async () => {
  office = await openCardOffice();
});
beforeEach(async () => {
  ines = await office.florin.signUp();
});
afterAll(() => office.close());

const start = () => ines.client.call(endpoints.startCardSetup);
const check = (id: string) => ines.client.call(endpoints.checkCardSetup, { params: { id } });
const labels = async () => (await ines.client.call(endpoints.listPaymentMethods)).map(({ label }) => label);

test('a card is saved on the page of the card processor', async () => {
  const setup = await start();
  expect(setup).toMatchObject({ state: 'waiting', url: expect.stringMatching(/^https:\/\/checkout\.stripe\.com\//) });
  saveOn(office.stripe.account, office.sessionOf(setup), 'ok');
  expect(await check(setup.id)).toMatchObject({
    state: 'saved',
    method: { type: 'card', label: 'Visa •••• 4242', expiry: '08/30', is_default: true },
  });
  await office.deliverAll();
  expect(await labels()).toEqual(['Visa •••• 4242', 'USD balance']);
});

test('a card is saved once by the page, the event and the job together', async () => {
  const setup = await start();
  saveOn(office.stripe.account, office.sessionOf(setup), 'ok');
  await Promise.all([check(setup.id), check(setup.id), office.deliverAll(), office.runJobs()]);
  expect(await labels()).toEqual(['Visa •••• 4242', 'USD balance']);
});

test('a card is saved without the member and without events', async () => {
  const setup = await start();
  saveOn(office.stripe.account, office.sessionOf(setup), 'ok');
  office.stripe.account.events.splice(0);
  await office.runJobs();
  expect(await labels()).toEqual(['Visa •••• 4242', 'USD balance']);
});

test('no card is saved when the page of the card processor expires', async () => {
  const setup = await start();
  expireSession(office.stripe.account, office.sessionOf(setup));
  await office.deliverAll();
  expect(await check(setup.id)).toMatchObject({ state: 'not_saved' });
  expect(await labels()).toEqual(['USD balance']);
});

test('the card of another member is hidden', async () => {
  const { id } = await start();
  const other = await office.florin.signUp();
  await expect(other.client.call(endpoints.checkCardSetup, { params: { id } })).rejects.toMatchObject(
    refusedWith('card_payment_not_found'),
  );
});

test('no page opens for a member with the maximum number of payment methods', async () => {
  for (let i = 0; i < 20; i += 1) await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_visa' } });
  await expect(start()).rejects.toMatchObject(refusedWith('payment_method_not_usable'));
});

test('a member who closes the account is deleted at the card processor, with the cards', async () => {
  await office.saveCard(ines, 'ok');
  const { rows } = await office.florin.database.ownerPool.query<{ customer_id: string }>(
    'select customer_id from card_customers where user_id = $1',
    [ines.user.id],
  );
  const customer = rows[0]?.customer_id ?? '';
  expect(office.stripe.account.objects.has(customer)).toBe(true);
  await ines.client.call(endpoints.closeAccount, { body: { current_password: ines.password } });
  await office.runJobs();
  expect(office.stripe.account.objects.has(customer)).toBe(false);
});
