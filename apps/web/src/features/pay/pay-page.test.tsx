import type { PaymentRequest } from '@florin/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ines } from '../../../test/ines.ts';
import { findToast } from '../../../test/find-toast.ts';
import { gatewayTimeoutPage } from '../../../test/lost-answers.ts';
import { paymentRequestOf } from '../../../test/payment-request-of.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { walletOf } from '../../../test/wallet-of.ts';
import { transactionOf } from '../../../test/transaction-of.ts';
import { sentBody } from '../../../test/sent-body.ts';
import { meQuery } from '../../api/queries.ts';
import { unansweredWords } from '../../wallet-ui/payment-request/use-pay-request.ts';
import { PayPage } from './pay-page.tsx';

const jonas = {
  email: 'jonas@florin.example',
  registered: true,
  name: 'Jonas Weber',
  contact_name: null,
  known: true,
  resembles: null,
};
const calls: { url: string; body: unknown }[] = [];
let server: Record<string, () => Response>;

beforeEach(() => {
  calls.length = 0;
  server = {
    '/api/wallets': () => Response.json([walletOf('USD', '100.00')]),
    '/api/transactions?type=send&limit=20': () => Response.json([]),
    '/api/recipients/look-up': () => Response.json(jonas),
    '/api/transactions/send': () => Response.json({}),
  };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (init.method === 'POST') calls.push({ url, body: sentBody(init) });
    return server[url]?.() ?? Response.json({ detail: 'No.', code: 'not_found', request_id: 'r' }, { status: 404 });
  });
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

async function open(at: string, { signedIn = true, as = ines } = {}) {
  const { queryClient } = renderScreen(
    () => {
      // Signs the member in before the page reads the cache.
      if (signedIn && !queryClient.getQueryData(meQuery.queryKey)) queryClient.setQueryData(meQuery.queryKey, as);
      return <PayPage />;
    },
    { at, route: '/pay/$email' },
  );
  return screen.findByRole('heading', { level: 1 });
}
const linkTo = (name: string) => screen.getAllByRole('link', { name })[0]?.getAttribute('href');
const lines = () => Array.from(document.querySelectorAll('dl > div'), ({ textContent }) => textContent);

test.each(['jonas@florin.example', 'nobody@florin.example'])(
  'the pay page shows a visitor the link’s content for a known and an unknown address alike: %s',
  async (email) => {
    expect((await open(`/pay/${email}?amount=64&note=Tickets`, { signedIn: false })).textContent).toBe('Log in to pay');
    expect(screen.getByText(email)).toBeDefined();
    expect(document.title.startsWith(email)).toBe(true);
    expect(screen.getByText('Tickets')).toBeDefined();
    expect(lines()).toEqual(['They get$64.00', 'Fee (2%)$1.28', 'You pay$65.28']);
    const back = encodeURIComponent(`/pay/${email}?amount=64&note=Tickets`);
    expect(linkTo('Log In')).toBe(`/login?back=${back}`);
    expect(linkTo('Sign Up')).toBe(`/signup?back=${back}`);
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
    expect(calls).toEqual([]);
  },
);

test.each([
  ['/pay/jonas@florin.example', 'You choose'],
  ['/pay/jonas@florin.example?request=r1', 'Shown after you log in'],
])('the link %s without an amount shows "%s"', async (at, placeholder) => {
  await open(at, { signedIn: false });
  expect(screen.getByText(placeholder)).toBeDefined();
  expect(lines()).toEqual([]);
});

test('a payment link with an invalid address shows an error', async () => {
  expect((await open('/pay/jonas', { signedIn: false })).textContent).toBe('This link does not work');
});

test('a payment link with an invalid amount shows a warning and an empty amount field', async () => {
  await open('/pay/jonas@florin.example?amount=64&currency=JPY');
  expect(screen.getByText('The amount in this link is invalid.')).toBeDefined();
  expect(screen.getByLabelText('Amount')).toHaveProperty('value', '');
});

test('a payment link shows a member the name of a payee that the member has paid before', async () => {
  await open('/pay/jonas@florin.example?amount=64');
  const slab = within(screen.getByRole('region', { name: 'Payment details' }));
  expect(await slab.findByText('Jonas Weber')).toBeDefined();
  expect(slab.getByText('jonas@florin.example')).toBeDefined();
  expect(slab.getByText('You have paid this account before.')).toBeDefined();
  expect(screen.getByText('Jonas Weber gets')).toBeDefined();
});

test('a payment link to a new recipient shows the account’s name next to the contact’s name', async () => {
  const stranger = { ...jonas, name: 'J. Weber', contact_name: 'Jonas from work', known: false };
  server['/api/recipients/look-up'] = () => Response.json(stranger);
  await open('/pay/jonas@florin.example?amount=64');
  const slab = within(screen.getByRole('region', { name: 'Payment details' }));
  expect(await slab.findByText('J. Weber')).toBeDefined();
  expect(slab.getByText('You saved this address as Jonas from work.')).toBeDefined();
  expect(slab.queryByText(/paid this account before/)).toBeNull();
});

test('a payment link to an address without an account shows no name', async () => {
  server['/api/recipients/look-up'] = () =>
    Response.json({ ...jonas, registered: false, known: false, name: 'Jonas W.' });
  await open('/pay/jonas@florin.example?amount=64');
  await screen.findByText('No Florin account has this address yet.');
  expect(screen.queryByText('Jonas W.')).toBeNull();
  expect(screen.getByText('They get')).toBeDefined();
});

test('a payment link fills in the form, and Send pays the amount of the link', async () => {
  await open('/pay/jonas@florin.example?amount=64&note=Tickets');
  expect(screen.getByLabelText('Amount')).toHaveProperty('value', '64.00');
  expect(screen.queryByLabelText('Currency')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('at /dashboard')).toBeDefined();
  expect(calls.at(-1)).toEqual({
    url: '/api/transactions/send',
    body: { recipient_email: 'jonas@florin.example', amount: '64.00', currency: 'USD', note: 'Tickets' },
  });
});

test('a payment link to a new recipient shows the first-payment note, and pays on one press', async () => {
  server['/api/recipients/look-up'] = () => Response.json({ ...jonas, known: false });
  await open('/pay/jonas@florin.example');
  await userEvent.type(screen.getByLabelText('Amount'), '5');
  expect(await screen.findByText(/This is your first payment to/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await findToast('Successfully sent USD 5.00 to jonas@florin.example')).toBeDefined();
});

test('the member’s own payment link shows no form', async () => {
  expect((await open(`/pay/${ines.email}?amount=64`)).textContent).toBe('This is your own link');
  expect(linkTo('Receive Money')).toBe('/receive');
});

const openRequest = (given: Partial<PaymentRequest> = {}) => {
  server['/api/payment-requests/r1'] = () => Response.json(paymentRequestOf(given));
  // The server ignores the address and the amount in the link.
  return open('/pay/somebody.else@florin.example?request=r1&amount=1');
};

test('a request link pays the requested amount and then shows that the request is paid', async () => {
  expect((await openRequest()).textContent).toBe('Pay the request');
  expect(screen.getByText('Hana Sato')).toBeDefined();
  expect(lines()).toEqual(['Hana Sato gets$24.00', 'Fee (2%)$0.48', 'You pay$24.48']);
  server['/api/payment-requests/r1/pay'] = () => Response.json(transactionOf());
  server['/api/payment-requests/r1'] = () => Response.json(paymentRequestOf({ state: 'paid' }));
  await userEvent.dblClick(screen.getByRole('button', { name: 'Pay $24.48' }));
  expect(await screen.findByText('Successfully sent USD 24.00 to hana.sato@florin.example')).toBeDefined();
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This request is paid'));
  expect(calls.map(({ url }) => url)).toEqual(['/api/payment-requests/r1/pay']);
});

test('a request with a lost response still promises a single payment after a reload', async () => {
  await openRequest();
  await screen.findByText(/left after/);
  server['/api/payment-requests/r1/pay'] = gatewayTimeoutPage;
  server['/api/wallets'] = () => Response.json([walletOf('USD', '10.00')]);
  await userEvent.click(screen.getByRole('button', { name: 'Pay $24.48' }));
  expect(await screen.findByText(unansweredWords)).toBeDefined();
  cleanup();
  await openRequest();
  expect(screen.getByText(unansweredWords)).toBeDefined();
  expect(screen.queryByText(/left after|Not enough/)).toBeNull();
  server['/api/payment-requests/r1/pay'] = () =>
    Response.json({ detail: 'This is over your limit.', code: 'limit_exceeded', request_id: 'r' }, { status: 409 });
  await userEvent.click(screen.getByRole('button', { name: 'Pay $24.48' }));
  expect(await screen.findByText('This is over your limit.')).toBeDefined();
  expect(await screen.findByText(/Not enough/)).toBeDefined();
});

test.each<[Partial<PaymentRequest>, string]>([
  [{ state: 'paid' }, 'This request is paid'],
  [{ state: 'declined' }, 'This request was declined'],
  [{ state: 'cancelled' }, 'This request was canceled'],
  [{ state: 'expired' }, 'This request has expired'],
  [{ direction: 'outgoing' }, 'This is your own request'],
])('the pay page offers no payment for a request with %j', async (given, title) => {
  expect((await openRequest(given)).textContent).toBe(title);
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
});

test('the pay page shows "Request not found" for an unknown request', async () => {
  expect((await open('/pay/hana@florin.example?request=r2')).textContent).toBe('Request not found');
});

test('the pay page asks a member with an unconfirmed email to confirm it, and offers another mail', async () => {
  server['/api/auth/email/resend'] = () => new Response(null, { status: 204 });
  const as = { ...ines, email_confirmed: false };
  const heading = await open('/pay/hana@florin.example?request=r2', { as });
  expect(heading.textContent).toBe('Confirm your email first');
  expect(screen.getByText(/^You will see requests to ines\.almeida@florin\.example after/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Resend' }));
  expect(await screen.findByText(`We sent a new link to ${ines.email}.`)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Resend' })).toBeNull();
});
