import type { AccountChange } from '@florin/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hoursAgo } from '../../../../test/hours-ago.ts';
import { dialog, section, showOperations } from '../../../../test/operations-screen.tsx';
import { payoutDeskOf, startOperationsServer } from '../../../../test/operations-server.ts';

let server: ReturnType<typeof startOperationsServer>;
const change: AccountChange = {
  id: 'c1',
  name: 'Oskar Lind',
  email: 'oskar@florin.example',
  method: 'Bank account •••• 7001',
  code: 'C01',
  text: 'The account number is wrong.',
  hint: '•••• 1234',
  received_at: hoursAgo(2),
};
const answer = (...changes: AccountChange[]) => {
  server.answers['GET /api/operations/payouts'] = () => Response.json(payoutDeskOf({ changes }));
};

beforeEach(() => {
  server = startOperationsServer();
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

test('an operator finishes a correction of a bank account', async () => {
  answer(change);
  showOperations();
  const area = await section('Account corrections');
  expect(area.getByText('The account number is wrong.')).toBeDefined();
  expect(area.getByText('C01, now •••• 1234')).toBeDefined();
  await userEvent.click(area.getByRole('button', { name: 'Done: correction of Oskar Lind' }));
  const question = await dialog('Did you tell the member?');
  server.answers['POST /api/operations/payouts/changes/c1/done'] = () => {
    answer();
    return new Response(null, { status: 204 });
  };
  await userEvent.click(question.getByRole('button', { name: 'Done' }));
  expect(await screen.findByText('Correction handled')).toBeDefined();
  await waitFor(() => expect(screen.queryByText('Account corrections')).toBeNull());
});

test('the section of bank account corrections does not appear without corrections', async () => {
  answer();
  showOperations();
  await section('Payment batches');
  expect(screen.queryByText('Account corrections')).toBeNull();
});
