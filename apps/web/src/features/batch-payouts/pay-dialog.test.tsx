import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { batchPayoutOf, endedBatch, startedBatch } from '../../../test/batch-payout-of.ts';
import { showBatch, startBatchServer } from '../../../test/batch-server.ts';
import { findToast } from '../../../test/find-toast.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const startCall = 'POST /api/batch-payouts/7/start';
const retryCall = 'POST /api/batch-payouts/7/retry';

async function openDialog(button: string) {
  await userEvent.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog'));
}

test('the pay dialog confirms number, totals and rules before the start, and says that the batch payout waits', async () => {
  const server = startBatchServer(batchPayoutOf());
  const waiting = startedBatch({ state: 'waiting', approval_id: null });
  server.answers[startCall] = () => {
    server.answers['GET /api/batch-payouts/7'] = () => Response.json(waiting);
    return Response.json(waiting);
  };
  showBatch();
  const dialog = await openDialog('Start');
  expect(screen.getByRole('dialog', { name: 'Start 3 payments?' })).toBeDefined();
  for (const text of ['$3,000.00', '$60.00', '$3,060.00'])
    expect(screen.getByRole('dialog').textContent).toContain(text);
  expect(await dialog.findByText('Payments above $1,000.00.')).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Pay $3,060.00' }));
  await findToast('payroll.csv waits for approval. Nothing is paid yet.');
  expect(await screen.findByRole('heading', { name: 'Waits for approval' })).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the pay dialog shows an error of the start', async () => {
  const server = startBatchServer(batchPayoutOf());
  server.answers[startCall] = () =>
    Response.json({ code: 'insufficient_balance', detail: 'Not enough money.', request_id: 'r' }, { status: 422 });
  showBatch();
  const dialog = await openDialog('Start');
  await userEvent.click(dialog.getByRole('button', { name: 'Pay $3,060.00' }));
  expect(await dialog.findByText('Not enough money.')).toBeDefined();
});

test('the pay dialog repeats a start with a lost answer under the same key', async () => {
  const server = startBatchServer(batchPayoutOf());
  server.answers[startCall] = () => Promise.reject(new TypeError('lost'));
  showBatch();
  const dialog = await openDialog('Start');
  await userEvent.click(dialog.getByRole('button', { name: 'Pay $3,060.00' }));
  expect(await dialog.findByText(/Press again to check. Nothing is paid twice./)).toBeDefined();
  const running = startedBatch({ state: 'running', can_stop: true });
  server.answers[startCall] = () => Response.json(running);
  server.answers['GET /api/batch-payouts/7'] = () => Response.json(running);
  await userEvent.click(dialog.getByRole('button', { name: 'Pay $3,060.00' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const keys = server.callsOf(startCall).map(({ key }) => key);
  expect(keys).toHaveLength(2);
  expect(keys[0]).not.toBeNull();
  expect(new Set(keys).size).toBe(1);
});

test('a retry of a batch payout pays only the unpaid rows', async () => {
  const server = startBatchServer(endedBatch);
  const running = startedBatch({ state: 'running', can_stop: true, counts: { paid: 2, ready: 1 } });
  server.answers[retryCall] = () => {
    server.answers['GET /api/batch-payouts/7'] = () => Response.json(running);
    return Response.json(running);
  };
  showBatch();
  const dialog = await openDialog('Retry failed');
  expect(screen.getByRole('dialog', { name: 'Retry 1 payment?' })).toBeDefined();
  expect(dialog.queryByText('$3,060.00')).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Pay $1,020.00' }));
  await findToast('Retrying');
  expect(await screen.findByText('2 of 3: 2 paid')).toBeDefined();
});

test('a repeated retry of a batch payout says how the first retry ended', async () => {
  const server = startBatchServer(endedBatch);
  server.answers[retryCall] = () => Promise.reject(new TypeError('lost'));
  showBatch();
  const dialog = await openDialog('Retry failed');
  await userEvent.click(dialog.getByRole('button', { name: 'Pay $1,020.00' }));
  expect(await dialog.findByText(/Press again to check/)).toBeDefined();
  server.answers[retryCall] = () => Response.json(endedBatch);
  await userEvent.click(dialog.getByRole('button', { name: 'Pay $1,020.00' }));
  await findToast('payroll.csv has run: 2 paid, 1 failed');
});
