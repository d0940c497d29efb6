import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, expect, test, vi } from 'vitest';
import { leaveMeanwhile } from '../../../test/leave-meanwhile.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { walletOf } from '../../../test/wallet-of.ts';
import { SendPage } from './send-page.tsx';

const email = 'jonas@florin.example';

/** Knows whom the money is for, and answers to the payment itself when it is told to. */
function startServer() {
  const answer = Promise.withResolvers<Response>();
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
    const asked = `${init.method} ${url}`;
    if (asked !== 'POST /api/transactions/send') return Response.json(answers[asked] ?? []);
    sends.push(url);
    return answer.promise;
  });
  return { sends, answer: () => answer.resolve(Response.json({})) };
}

afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

test('while it is under way it cannot be cancelled, and whoever leaves for another page stays there', async () => {
  const { sends, answer } = startServer();
  const { router } = renderScreen(SendPage, { at: `/send?to=${email}&amount=100` });
  await userEvent.click(await screen.findByRole('button', { name: 'Send' }));
  await waitFor(() => expect(sends).toHaveLength(1));
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true);
  await leaveMeanwhile(router, { answer, said: `Successfully sent USD 100.00 to ${email}` });
});
