import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FunctionComponent } from 'react';
import { expect, vi } from 'vitest';
import { findToast } from './find-toast.ts';
import { paymentRequestOf } from './payment-request-of.ts';
import { transactionOf } from './transaction-of.ts';
import { renderScreen } from './render-screen.tsx';
import { walletOf } from './wallet-of.ts';

/**
 * Pays the only request of a list and loses the response. The reloaded list no longer contains the request. Expects
 * that the dialog stays open, that a retry pays only once, and then a success toast. Returns the idempotency keys.
 */
export async function payRequestUnanswered(List: FunctionComponent, at: string) {
  const keys: (string | null)[] = [];
  let isPaid = false;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === '/api/wallets') return Response.json([walletOf('USD', isPaid ? '5.52' : '30.00')]);
    if (url === '/api/payment-requests?state=open') return Response.json(isPaid ? [] : [paymentRequestOf()]);
    if (url !== '/api/payment-requests/r1/pay') return new Response(null, { status: 404 });
    keys.push(new Headers(init.headers).get('idempotency-key'));
    if (isPaid) return Response.json(transactionOf());
    isPaid = true;
    throw new TypeError('network error');
  });
  const { queryClient } = renderScreen(List, { at });
  await userEvent.click(await screen.findByRole('button', { name: 'Pay $24.48' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Pay Hana Sato' }));
  await dialog.findByText('left after', { exact: false });
  await userEvent.click(dialog.getByRole('button', { name: 'Pay $24.48' }));
  await dialog.findByText(/will not pay twice/);
  await act(() => queryClient.invalidateQueries());
  await waitFor(() => expect(screen.queryByRole('article', { hidden: true })).toBeNull());
  expect(dialog.getByText(/will not pay twice/)).toBeDefined();
  // The remaining balance is unknown, because the first try may have paid.
  expect(dialog.queryByText(/Not enough|left after/)).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Pay $24.48' }));
  await findToast('Successfully sent USD 24.00 to hana.sato@florin.example');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  return { keys };
}
