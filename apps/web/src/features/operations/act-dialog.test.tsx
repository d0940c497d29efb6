import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findToast } from '../../../test/find-toast.ts';
import { dialog, press, refusal, section, showOperations } from '../../../test/operations-screen.tsx';
import { operator, orderOf, foundUserOf, startOperationsServer } from '../../../test/operations-server.ts';

let server: ReturnType<typeof startOperationsServer>;

const unanswered = 'The server did not answer. Check the list before you try again.';

beforeEach(() => {
  server = startOperationsServer();
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('an operator releases a withdrawal after a confirmation', async () => {
  server.answers['POST /api/operations/orders/7-1/settle'] = () => Response.json({ proposal: null });
  showOperations();
  const orders = await section('Pending withdrawals and bank deposits');
  expect(await orders.findByText('Usual')).toBeDefined();
  await userEvent.click(orders.getByRole('button', { name: 'Release 7-1' }));
  const question = await dialog('Release $800.00?');
  server.answers['GET /api/operations/orders'] = () => Response.json([]);
  await userEvent.click(question.getByRole('button', { name: 'Release $800.00' }));
  expect(await screen.findByText('Withdrawal released')).toBeDefined();
  expect(await orders.findByText('Nothing pending')).toBeDefined();
  expect(document.activeElement?.textContent).toBe('Pending withdrawals and bank deposits');
});

test('returning a deposit needs a reason, and shows an error if the bank was faster', async () => {
  server.answers['GET /api/operations/orders'] = () =>
    Response.json([orderOf({ kind: 'deposit', signs: ['New account', 'New place'] })]);
  server.answers['POST /api/operations/orders/7-1/return'] = refusal(409, 'order_not_pending', 'It has arrived.');
  showOperations();
  expect(await screen.findByText('New account, New place')).toBeDefined();
  await press('Return 7-1');
  const question = await dialog('Return $800.00?');
  await userEvent.click(question.getByRole('button', { name: 'Return $800.00' }));
  expect(question.getByText('Please give a reason')).toBeDefined();
  await userEvent.type(question.getByLabelText('Reason'), 'Not received');
  await userEvent.click(question.getByRole('button', { name: 'Return $800.00' }));
  expect(await screen.findByText('It has arrived.')).toBeDefined();
  expect(server.bodiesTo('POST /api/operations/orders/7-1/return')).toEqual([{ reason: 'Not received' }]);
});

test('an operator freezes a user with a reason and unfreezes the user again', async () => {
  const frozen = foundUserOf({ state: 'frozen', sessions: 0 });
  server.answers['POST /api/operations/users/2/freeze'] = () => Response.json(frozen);
  server.answers['POST /api/operations/users/2/unfreeze'] = () => Response.json(foundUserOf());
  showOperations();
  await press('Jonas Weber');
  const drawer = await dialog('Jonas Weber');
  await userEvent.click(drawer.getByRole('button', { name: 'Freeze…' }));
  const question = await dialog('Freeze Jonas Weber?');
  await userEvent.type(question.getByLabelText('Reason'), 'Asked by phone');
  server.answers['POST /api/operations/users/search'] = () => Response.json([frozen]);
  await userEvent.click(question.getByRole('button', { name: 'Freeze' }));
  expect(await drawer.findByText('Frozen')).toBeDefined();
  expect(server.bodiesTo('POST /api/operations/users/2/freeze')).toEqual([{ reason: 'Asked by phone' }]);
  await userEvent.click(await drawer.findByRole('button', { name: 'End sessions…' }));
  expect(drawer.getByText('No session is open.')).toBeDefined();
  await userEvent.click(drawer.getByRole('button', { name: 'Unfreeze…' }));
  server.answers['POST /api/operations/users/search'] = () => Response.json([foundUserOf()]);
  await userEvent.click((await dialog('Unfreeze Jonas Weber?')).getByRole('button', { name: 'Unfreeze' }));
  expect(await drawer.findByText('Open')).toBeDefined();
});

test('an operator ends the sessions of a user, and the dialog shows a failure', async () => {
  server.answers['POST /api/operations/users/2/end-sessions'] = () => Response.json({}, { status: 503 });
  showOperations();
  await press('Jonas Weber');
  await userEvent.click((await dialog('Jonas Weber')).getByRole('button', { name: 'End sessions…' }));
  const question = await dialog('End the sessions of Jonas Weber?');
  expect(question.getByText('This ends 2 sessions. The member can sign in again.')).toBeDefined();
  await userEvent.click(question.getByRole('button', { name: 'End sessions' }));
  expect(await question.findByText(unanswered)).toBeDefined();
});

test('a release with a lost answer asks the operator to check the list', async () => {
  server.answers['POST /api/operations/orders/7-1/settle'] = () => {
    server.answers['GET /api/operations/orders'] = () => Response.json([]);
    throw new TypeError('Failed to fetch');
  };
  showOperations();
  const orders = await section('Pending withdrawals and bank deposits');
  await press('Release 7-1');
  const question = await dialog('Release $800.00?');
  await userEvent.click(question.getByRole('button', { name: 'Release $800.00' }));
  expect(await question.findByText(unanswered)).toBeDefined();
  await userEvent.click(question.getByRole('button', { name: 'Not now' }));
  expect(await orders.findByText('Nothing pending')).toBeDefined();
});

test.each([
  ['done', () => Response.json({ proposal: null }), 'Withdrawal released'],
  ['refused', refusal(503, 'ledger_read_only', 'Money cannot be moved right now.'), 'Money cannot be moved right now.'],
])(
  'a release that was %s after its dialog closed shows a toast and leaves the next dialog open',
  async (_, end, said) => {
    const answer = Promise.withResolvers<Response>();
    server.answers['POST /api/operations/orders/7-1/settle'] = () => answer.promise;
    showOperations();
    await press('Release 7-1');
    const release = await dialog('Release $800.00?');
    await userEvent.click(release.getByRole('button', { name: 'Release $800.00' }));
    expect(release.getByRole('button', { name: 'Not now' })).toHaveProperty('disabled', true);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press('Return 7-1');
    const question = await dialog('Return $800.00?');
    await userEvent.type(question.getByLabelText('Reason'), 'Not received');
    answer.resolve(end());
    await findToast(said);
    expect(screen.getByRole('dialog', { name: 'Return $800.00?' })).toBeDefined();
  },
);

test('the operations page shows the money of a member as unknown while a ledger is down', async () => {
  server.answers['POST /api/operations/users/search'] = () =>
    Response.json([foundUserOf({ fiat_usd: null, fiat_usd_exact: null })]);
  showOperations();
  expect(await screen.findByText('unknown')).toBeDefined();
});

test('operators cannot freeze or sign out their own accounts', async () => {
  server.answers['POST /api/operations/users/search'] = () =>
    Response.json([foundUserOf({ ...operator, fiat_usd: 0, has_factor: false })]);
  showOperations();
  await press('Olu Adeyemi');
  const drawer = await dialog('Olu Adeyemi');
  await userEvent.click(drawer.getByRole('button', { name: 'Freeze…' }));
  await userEvent.click(drawer.getByRole('button', { name: 'End sessions…' }));
  expect(drawer.getAllByText('This is your own account.')).toHaveLength(2);
  expect(screen.queryByRole('dialog', { name: /^(Freeze|End|Sign)/ })).toBeNull();
});
