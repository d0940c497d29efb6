import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { walletOf } from '../../../test/wallet-of.ts';
import { SendPage } from './send-page.tsx';

const email = 'jonas@florin.example';
const answers: Record<string, unknown> = {
  'GET /api/wallets': [walletOf('USD', '500.00')],
  'POST /api/recipients/look-up': {
    email,
    registered: true,
    name: 'Jonas Weber',
    contact_name: null,
    known: true,
    resembles: null,
  },
};

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView'); // jsdom has no scrollIntoView
  toast.dismiss();
  vi.unstubAllGlobals();
});

test('the Send form promises a single payment while it still holds the payment with the lost response', async () => {
  const scrolledTo: (string | null)[] = [];
  Element.prototype.scrollIntoView = function scrolled() {
    scrolledTo.push(this.textContent);
  };
  let sends = 0;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const call = `${init.method} ${url}`;
    if (call !== 'POST /api/transactions/send') return Response.json(answers[call] ?? []);
    sends += 1;
    if (sends === 1) throw new TypeError('Failed to fetch');
    return Response.json({});
  });
  renderScreen(SendPage, { at: `/send?to=${email}&amount=100` });
  await userEvent.click(await screen.findByRole('button', { name: 'Send' }));
  const promise = 'Press Send again to check. Nothing will be sent twice.';
  expect(await screen.findByText(promise)).toBeDefined();
  expect(scrolledTo, 'the notice is scrolled into view, because phones show it below the fold').toEqual([
    `The server did not answer. ${promise}`,
  ]);
  await userEvent.type(screen.getByLabelText('Note'), 'x');
  expect(screen.queryByText(promise)).toBeNull();
  await userEvent.clear(screen.getByLabelText('Note'));
  expect(screen.getByText(promise)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(screen.queryByText(promise)).toBeNull());
  expect(sends).toBe(2);
});

test('a payment with a lost response shows no balance warning and no balance after', async () => {
  let available = '150.00';
  const sends: PromiseWithResolvers<Response>[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const call = `${init.method} ${url}`;
    if (call === 'GET /api/wallets') return Response.json([walletOf('USD', available)]);
    if (call !== 'POST /api/transactions/send') return Response.json(answers[call] ?? []);
    const send = Promise.withResolvers<Response>();
    sends.push(send);
    return send.promise;
  });
  const { queryClient } = renderScreen(SendPage, { at: `/send?to=${email}&amount=100` });
  const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Send' }));
  const sent = (count: number) => waitFor(() => expect(sends).toHaveLength(count));
  expect(await screen.findByText(/balance will be/)).toBeDefined();
  await press();
  await sent(1);
  available = '48.00';
  await act(async () => sends[0]?.reject(new TypeError('Failed to fetch')));
  await act(() => queryClient.invalidateQueries());
  expect(await screen.findByText(/48/, { selector: '.label *' })).toBeDefined();
  expect(screen.queryByText(/Not enough|balance will be/)).toBeNull();
  await press();
  await sent(2);
  expect(screen.getByText(/Nothing will be sent twice/)).toBeDefined();
  expect(screen.queryByText(/Not enough|balance will be/)).toBeNull();
  await act(async () => sends[1]?.resolve(refusal('limit_exceeded', 'This is over your limit.')));
  expect(await screen.findByText('Not enough in your US Dollar wallet.')).toBeDefined();
});

const refusal = (code: string, detail: string) => Response.json({ code, detail, request_id: 'r' }, { status: 409 });
