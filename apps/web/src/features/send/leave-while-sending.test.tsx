import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, expect, test, vi } from 'vitest';
import { navigateDuringRequest } from '../../../test/navigate-during-request.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { walletOf } from '../../../test/wallet-of.ts';
import { SendPage } from './send-page.tsx';

const email = 'jonas@florin.example';

/** Stubs the server. The payment call waits until `answer` is called. */
function startServer() {
  const response = Promise.withResolvers<Response>();
  const sends: string[] = [];
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
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const call = `${init.method} ${url}`;
    if (call !== 'POST /api/transactions/send') return Response.json(answers[call] ?? []);
    sends.push(url);
    return response.promise;
  });
  return { sends, answer: () => response.resolve(Response.json({})) };
}

afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

test('a running payment disables Cancel, and does not navigate after the member left the page', async () => {
  const { sends, answer } = startServer();
  const { router } = renderScreen(SendPage, { at: `/send?to=${email}&amount=100` });
  await userEvent.click(await screen.findByRole('button', { name: 'Send' }));
  await waitFor(() => expect(sends).toHaveLength(1));
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true);
  await navigateDuringRequest(router, { answer, toast: `Successfully sent USD 100.00 to ${email}` });
});
