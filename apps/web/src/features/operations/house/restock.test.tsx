import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findToast } from '../../../../test/find-toast.ts';
import { dialog, refusal, section, showOperations } from '../../../../test/operations-screen.tsx';
import { house, proposalOf, startOperationsServer } from '../../../../test/operations-server.ts';

let server: ReturnType<typeof startOperationsServer>;
const supplying = 'POST /api/operations/house/LINK/supplies';

const link = {
  symbol: 'LINK',
  name: 'Chainlink',
  inventory_exact: '18204.50000000',
  floor_exact: '20000.00000000',
  price_exact: '13.92',
  value: 253_406.64,
  value_exact: '253406.64',
};

beforeEach(() => {
  server = startOperationsServer();
  server.answers['GET /api/operations/house'] = () => Response.json([...house, link]);
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

async function openRestock() {
  showOperations();
  const positions = await section('House positions');
  const line = await positions.findByText(/below its floor/);
  expect(line.textContent).toBe('Low LINK is below its floor of 20,000. Restock');
  await userEvent.click(positions.getByRole('button', { name: 'Restock LINK' }));
  const restock = await dialog('Restock LINK');
  const field = restock.getByLabelText('Coins to add');
  await waitFor(() => expect(document.activeElement).toBe(field));
  const explain = () => userEvent.type(restock.getByLabelText('Reason'), 'Bought');
  return { positions, restock, field, explain };
}

const linesOf = (scope: Awaited<ReturnType<typeof openRestock>>['restock']) =>
  scope.getAllByRole('definition').map(({ textContent }) => textContent);

test('proposes a supply for a coin below its floor and shows the resulting inventory', async () => {
  const { positions, restock, field } = await openRestock();
  await userEvent.type(field, '21,795.5');
  expect(linesOf(restock)).toEqual(['18,204.50000000 LINK', '21,795.50000000 LINK', '40,000.00000000 LINK']);
  expect(restock.getByText(/^Worth/).textContent).toBe('Worth $303,393.36');
  server.answers[supplying] = () => Response.json(proposalOf({ kind: 'supply_coins' }));
  server.answers['GET /api/operations/house'] = () => Response.json(house);
  await userEvent.type(restock.getByLabelText('Reason'), 'Bought at the exchange');
  await userEvent.click(restock.getByRole('button', { name: 'Propose 21,795.5 LINK' }));
  expect(await screen.findByText('21,795.5 LINK proposed. A second operator must approve')).toBeDefined();
  expect(server.bodiesTo(supplying)).toEqual([{ amount: '21795.50000000', reason: 'Bought at the exchange' }]);
  await waitFor(() => expect(positions.queryByText(/below its floor/)).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement?.textContent).toBe('House positions');
});

test('the dialog shows an error for an invalid supply amount and sends no request', async () => {
  const { restock, field } = await openRestock();
  for (const [typed, sentence] of [
    ['', 'Please enter an amount'],
    ['0', 'Amount must be greater than 0'],
    ['1.123456789', 'An amount in LINK has at most 8 decimals'],
  ] as const) {
    await userEvent.clear(field);
    await userEvent.type(field, `${typed}{Enter}`);
    expect(restock.getByText(sentence)).toBeDefined();
    expect(field.getAttribute('aria-invalid')).toBe('true');
  }
  expect(server.countOf(supplying)).toBe(0);
});

test('the dialog shows a server error of a supply of coins', async () => {
  server.answers[supplying] = refusal(503, 'ledger_read_only', 'Money cannot be moved right now.');
  const { restock, field, explain } = await openRestock();
  await explain();
  await userEvent.type(field, '5{Enter}');
  expect(await restock.findByText('Money cannot be moved right now.')).toBeDefined();
});

test('a supply of coins that fails after its dialog closed shows a toast', async () => {
  const answer = Promise.withResolvers<Response>();
  server.answers[supplying] = () => answer.promise;
  const { restock, field, explain } = await openRestock();
  await explain();
  await userEvent.type(field, '5{Enter}');
  expect(restock.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  answer.resolve(refusal(503, 'ledger_read_only', 'Money cannot be moved right now.')());
  await findToast('Money cannot be moved right now.');
});

test('a supply of coins without an answer is retried with the same idempotency key', async () => {
  const keys: (string | null)[] = [];
  const answered = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (!url.endsWith('/supplies')) return answered(url, init);
    keys.push(new Headers(init.headers).get('idempotency-key'));
    if (keys.length === 1) throw new TypeError('the answer was lost');
    return Response.json(proposalOf({ kind: 'supply_coins' }));
  });
  const { restock, field, explain } = await openRestock();
  await explain();
  await userEvent.type(field, '5{Enter}');
  const safe = 'The server did not answer. You can safely try again.';
  expect(await restock.findByText(safe)).toBeDefined();
  await userEvent.type(field, '5');
  expect(restock.queryByText(safe), 'another amount is another supply').toBeNull();
  await userEvent.type(field, '{Backspace}{Enter}');
  expect(await screen.findByText('5 LINK proposed. A second operator must approve')).toBeDefined();
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});
