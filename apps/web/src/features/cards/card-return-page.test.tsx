import type { CardPayment, CardSetup } from '@florin/contract';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { CardReturnPage } from './card-return-page.tsx';

const id = '01890000-0000-7000-8000-000000000001';
const waiting: CardPayment = {
  id,
  kind: 'deposit',
  state: 'waiting',
  amount: 80,
  amount_exact: '80.00',
  currency: 'USD',
  method: 'Card',
  url: 'https://checkout.stripe.com/c/pay/cs_1',
};
const paid: CardPayment = { ...waiting, state: 'completed', method: 'Visa •••• 4242' };

let answers: Record<string, () => Response>;
let asked: string[];

beforeEach(() => {
  asked = [];
  answers = {};
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const call = `${init.method} ${url}`;
    asked.push(call);
    return answers[call]?.() ?? Response.json({ detail: 'not here' }, { status: 404 });
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const checkCall = `POST /api/card-payments/${id}/check`;
const show = (search = `payment=${id}`) => renderScreen(CardReturnPage, { at: `/card-return?${search}` });

test('the return page shows an arrived deposit by card', async () => {
  answers[checkCall] = () => Response.json(paid);
  show();
  expect(await screen.findByRole('heading', { name: '$80.00 added' })).toBeTruthy();
  expect(screen.getByText('Visa •••• 4242 paid $80.00.')).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Done' }));
  expect(await screen.findByText('at /dashboard')).toBeTruthy();
});

test('the return page shows the coins of a purchase by card', async () => {
  answers[checkCall] = () =>
    Response.json({ ...paid, kind: 'purchase', crypto: 'BTC', crypto_amount_exact: '0.00120000' });
  show();
  expect(await screen.findByRole('heading', { name: 'You bought 0.00120000 BTC' })).toBeTruthy();
});

test('the return page polls a waiting card payment until it is finished', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  answers[checkCall] = () => Response.json(asked.length < 3 ? { ...waiting, state: 'processing' } : paid);
  show();
  expect(await screen.findByRole('heading', { name: '$80.00 is paid' })).toBeTruthy();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await screen.findByRole('heading', { name: '$80.00 added' })).toBeTruthy();
  const before = asked.filter((call) => call === checkCall).length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked.filter((call) => call === checkCall)).toHaveLength(before);
});

test('the return page offers to continue or to cancel an unfinished card payment', async () => {
  answers[checkCall] = () => Response.json(waiting);
  answers[`POST /api/card-payments/${id}/cancel`] = () =>
    Response.json({ ...waiting, state: 'not_paid', reason: 'The payment was canceled. Nothing was charged.' });
  show();
  const link = await screen.findByRole('link', { name: 'Continue' });
  expect(link.getAttribute('href')).toBe(waiting.url);
  answers[checkCall] = () => Response.json({ ...waiting, state: 'not_paid' });
  await userEvent.click(screen.getByRole('button', { name: 'Cancel payment' }));
  expect(await screen.findByRole('heading', { name: 'The payment did not go through' })).toBeTruthy();
});

test('the return page of an unfinished card payment links only to pages with TLS', async () => {
  answers[checkCall] = () => Response.json({ ...waiting, url: 'http://checkout.example' });
  show();
  expect(await screen.findByRole('button', { name: 'Cancel payment' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Continue' })).toBeNull();
});

test('the return page says that a card payment is refunded, and why', async () => {
  answers[checkCall] = () => Response.json({ ...paid, state: 'refunded', reason: 'This price has expired.' });
  show();
  expect(await screen.findByRole('heading', { name: '$80.00 goes back to your card' })).toBeTruthy();
  expect(screen.getByText(/This price has expired\./)).toBeTruthy();
});

test('the return page offers a retry when the result of a card payment cannot be loaded', async () => {
  answers[checkCall] = () => Response.json({ detail: 'This card payment does not exist.' }, { status: 404 });
  show();
  expect(await screen.findByRole('heading', { name: 'Could not load the result' })).toBeTruthy();
  answers[checkCall] = () => Response.json(paid);
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: '$80.00 added' })).toBeTruthy();
});

test.each<[CardSetup['state'], string]>([
  ['saved', 'Visa •••• 4242 saved'],
  ['waiting', 'The card is not saved yet'],
  ['not_saved', 'The card was not saved'],
])('shows a card that is %s', async (state, title) => {
  const method = { id: 'm1', type: 'card', label: 'Visa •••• 4242', is_default: true };
  answers[`POST /api/card-setups/${id}/check`] = () =>
    Response.json({ id, state, ...(state === 'saved' && { method }) });
  show(`card=${id}`);
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
});

test('the return page explains a link without a card payment', async () => {
  show('');
  expect(await screen.findByRole('heading', { name: 'This link has no card payment' })).toBeTruthy();
});
