import type { Recipient } from '@florin/contract';
import { cleanup, screen, waitForElementToBeRemoved } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { walletOf } from '../../../test/wallet-of.ts';
import { SendPage } from './send-page.tsx';

const knownRecipient: Recipient = {
  email: 'jonas@florin.example',
  registered: true,
  name: 'Jonas Weber',
  contact_name: null,
  known: true,
  resembles: null,
};

let sends: number;
let lookUp: () => Response | Promise<Response>;

beforeEach(() => {
  sends = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === '/api/transactions/send') sends += 1;
    if (url === '/api/recipients/look-up') return lookUp();
    return Response.json(url === '/api/wallets' ? [walletOf('USD', '500.00')] : []);
  });
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

async function openFilledIn() {
  renderScreen(SendPage, { at: '/send' });
  await userEvent.type(await screen.findByLabelText('Recipient email'), 'jonas@florin.example');
  await userEvent.type(screen.getByLabelText('Amount'), '100');
}
const press = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));
const hasText = (sentence: string) => (_: string, element: Element | null) =>
  element?.tagName === 'OUTPUT' && element.textContent === sentence;

describe('recipient note', () => {
  test.each<[string, Partial<Recipient>, string]>([
    ['a first payment', { known: false }, 'This is your first payment to Jonas Weber. Payments can’t be reversed.'],
    [
      'a first payment to an account whose name differs from the contact’s',
      { known: false, name: 'Mallory', contact_name: 'Léa Moreau' },
      'This is your first payment to Mallory. You saved this address as Léa Moreau. Payments can’t be reversed.',
    ],
    [
      'a payment to an address without an account',
      { known: false, registered: false, name: null },
      'No Florin account has this address yet. We’ll hold the money and email an invitation. You can cancel until it’s claimed. Unclaimed money returns after 30 days.',
    ],
    ['a payment to a known recipient', {}, 'To Jonas Weber'],
  ])('the form names the recipient before Send for %s', async (_, recipient, sentence) => {
    lookUp = () => Response.json({ ...knownRecipient, ...recipient });
    await openFilledIn();
    expect(await screen.findByText(hasText(sentence))).toBeDefined();
    await press();
    expect(await screen.findByText('at /dashboard')).toBeDefined();
    expect(sends).toBe(1);
  });

  test.each<[string, Partial<Recipient> | undefined]>([
    ['gets an answer', { known: false }],
    ['fails', undefined],
  ])('the form keeps room for the note until the look-up %s', async (_, answer) => {
    const asked = Promise.withResolvers<Response>();
    lookUp = () => asked.promise;
    await openFilledIn();
    expect(screen.getByText('Looking up this address…')).toBeDefined();
    asked.resolve(
      answer ? Response.json({ ...knownRecipient, ...answer }) : Response.json({ detail: 'Down' }, { status: 500 }),
    );
    await waitForElementToBeRemoved(() => screen.queryByText('Looking up this address…'));
    expect(screen.queryAllByText(/first payment/)).toHaveLength(answer ? 1 : 0);
  });

  test.each([404, 405, 501])('Send works when the recipient look-up answers %d', async (status) => {
    lookUp = () => Response.json({ detail: 'Not Found' }, { status });
    await openFilledIn();
    await press();
    expect(await screen.findByText('at /dashboard')).toBeDefined();
    expect(sends).toBe(1);
  });
});
