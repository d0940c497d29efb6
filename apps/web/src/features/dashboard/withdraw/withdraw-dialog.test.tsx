import type { Transaction } from '@florin/contract';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bank, dashboardServer, deposit, visa, wallet } from '../../../../test/dashboard-server.ts';
import { findToast } from '../../../../test/find-toast.ts';
import { leaveAndReturn } from '../../../../test/leave-and-return.ts';
import { lostAnswers } from '../../../../test/lost-answers.ts';
import { renderScreen } from '../../../../test/render-screen.tsx';
import { walletsQuery } from '../../../api/queries.ts';
import { DashboardPage } from '../dashboard-page.tsx';

let server: ReturnType<typeof dashboardServer>;

beforeEach(() => {
  server = dashboardServer();
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

const started = '2026-10-24T09:14:00.000Z';
const held: Transaction = {
  ...deposit,
  id: 'h9',
  type: 'withdrawal',
  amount: -800,
  amount_exact: '-800.00',
  counter_amount: 800,
  counter_amount_exact: '800.00',
  status: 'pending',
  description: `Withdrawn to ${bank.label}`,
  payment_method: bank.label,
  timeline: [
    { step: 'started', at: started },
    { step: 'sent_to_bank', at: null },
    { step: 'completed', at: null },
  ],
  can_cancel: true,
};

const dollars = (available: string, heldNow: string, balance: string) => () =>
  Response.json([wallet('USD', available, heldNow, balance), wallet('EUR', '3214.80'), wallet('GBP', '412.06')]);

async function openFrom(name: string) {
  return (await openWithRouter(name)).dialog;
}

async function openWithRouter(name: string) {
  const { router, queryClient } = renderScreen(DashboardPage, { at: '/dashboard' });
  return { dialog: await openDialog(name), router, queryClient };
}

async function openDialog(name: string) {
  const card = within(await screen.findByRole('article', { name }));
  await userEvent.click(card.getByRole('button', { name: 'Withdraw' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw' }));
  await dialog.findByRole('textbox', { name: 'Amount' });
  return dialog;
}

type OpenDialog = Awaited<ReturnType<typeof openFrom>>;
const enter = (dialog: OpenDialog, amount: string) =>
  userEvent.type(dialog.getByRole('textbox', { name: 'Amount' }), amount);
const sumsOf = (dialog: OpenDialog) => dialog.getAllByRole('term').map((term) => term.parentElement?.textContent);
const stepsOf = (dialog: OpenDialog) =>
  dialog.getAllByRole('listitem').map(({ textContent }) => textContent.replace(/(Today|Oct).*/, ''));
const refusal = (status: number, code: string, detail: string) => () =>
  Response.json({ code, detail, request_id: 'r1' }, { status });

/** Withdraws $800 and waits until the money is held. */
async function withdraw() {
  server.answers['POST /api/wallets/withdrawals'] = () => {
    server.answers['/api/wallets'] = dollars('11680.35', '800.00', '12480.35');
    return Response.json(held);
  };
  server.answers['/api/transactions/h9'] = () => Response.json(held);
  const dialog = await openFrom('US Dollar');
  await enter(dialog, '800{Enter}');
  expect(await dialog.findByRole('heading', { name: '$800.00 is held' })).toBeDefined();
  return dialog;
}

test('the withdrawal form shows fee, remaining limits and hold before submission', async () => {
  const dialog = await openFrom('US Dollar');
  await enter(dialog, '800');
  expect(sumsOf(dialog)).toEqual(['Sandbox Bank gets$800.00', 'Fee$0.00', 'Held now$800.00']);
  expect((await dialog.findByText(/^You can withdraw/)).textContent).toBe(
    'You can withdraw $9,098.00 today, $98,000.00 this month.',
  );
  expect(dialog.getByText('$800.00 is held until your bank receives it.')).toBeDefined();
  expect(server.calls).toEqual([]);
});

test('Use Max fills in the available amount for a withdrawal', async () => {
  const dialog = await openFrom('Euro');
  await userEvent.click(dialog.getByRole('button', { name: 'Use Max' }));
  expect(dialog.getByRole('textbox', { name: 'Amount' })).toHaveProperty('value', '3214.80');
  expect(dialog.getByText(/in US dollars/)).toBeDefined();
});

test.each([
  ['US Dollar', '12480.36', 'Your US Dollar wallet is short by $0.01.', 'Use $9,098.00'],
  ['US Dollar', '9098.01', 'This is over your limit: $9,098.00 is left today.', 'Use $9,098.00'],
  ['British Pound', '412.07', 'Your British Pound wallet is short by £0.01.', 'Use £412.06'],
])(
  'the withdrawal form rejects %s %s before submission and offers the maximum',
  async (name, amount, sentence, max) => {
    const dialog = await openFrom(name);
    await enter(dialog, amount);
    expect(await dialog.findByText(sentence)).toBeDefined();
    expect(dialog.getByRole('button', { name: /^Withdraw / }).getAttribute('aria-disabled')).toBe('true');
    await userEvent.keyboard('{Enter}');
    expect(server.calls).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: max }));
    expect(dialog.queryByText(sentence)).toBeNull();
  },
);

test.each([
  ['', 'Please enter an amount'],
  ['0', 'Amount must be greater than 0'],
  ['0.99', 'Withdraw between $1.00 and $25,000.00 at a time.'],
])('the withdrawal form answers the amount "%s" with "%s" and sends no request', async (amount, sentence) => {
  const dialog = await openFrom('US Dollar');
  await enter(dialog, `${amount}{Enter}`);
  expect(await dialog.findByText(sentence)).toBeDefined();
  expect(server.calls).toEqual([]);
});

test('a withdrawal holds the money and shows its steps and the available balance', async () => {
  const dialog = await withdraw();
  expect(stepsOf(dialog)).toEqual(['Held, done', 'Sending to Sandbox Bank, in progress', 'At Sandbox Bank, upcoming']);
  await waitFor(() => expect(sumsOf(dialog)).toEqual(['Balance$12,480.35', 'Held−$800.00', 'Available$11,680.35']));
  expect(server.calls.map(({ body }) => body)).toEqual([
    { amount: '800.00', currency: 'USD', payment_method_id: bank.id },
  ]);
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
  const card = within(await screen.findByRole('article', { name: 'US Dollar' }));
  expect((await card.findByText(/^Held/)).textContent).toBe('Held $800.00');
  expect(card.getByText('11,680', { exact: false })).toBeDefined();
});

test('a withdrawal can be canceled before it is sent to the bank', async () => {
  const dialog = await withdraw();
  const canceled = { ...held, amount: 0, amount_exact: '0.00', status: 'cancelled', can_cancel: false };
  const timeline = [
    { step: 'started', at: started },
    { step: 'cancelled', at: started },
  ];
  server.answers['POST /api/transactions/h9/cancel'] = () => {
    server.answers['/api/wallets'] = dollars('12480.35', '0.00', '12480.35');
    server.answers['/api/transactions/h9'] = () => Response.json({ ...canceled, timeline });
    return Response.json({ ...canceled, timeline });
  };
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel withdrawal' }));
  expect(await dialog.findByRole('heading', { name: '$800.00 canceled' })).toBeDefined();
  expect(stepsOf(dialog)).toEqual(['Held, done', 'Canceled, done']);
  await waitFor(() => expect(sumsOf(dialog)).toEqual(['Balance$12,480.35', 'Held$0.00', 'Available$12,480.35']));
  expect(dialog.queryByRole('button', { name: 'Cancel withdrawal' })).toBeNull();
  expect(server.calls.at(-1)?.key).toBeTruthy();
});

test('the cancel button disappears after the withdrawal was sent to the bank', async () => {
  const dialog = await withdraw();
  server.answers['POST /api/transactions/h9/cancel'] = () => {
    server.answers['/api/transactions/h9'] = () => Response.json({ ...held, can_cancel: false });
    return refusal(409, 'not_cancellable', 'The bank already has this withdrawal.')();
  };
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel withdrawal' }));
  expect(await dialog.findByText('The bank already has this withdrawal.')).toBeDefined();
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Cancel withdrawal' })).toBeNull());
});

test('a withdrawal is polled until the bank has the money', async () => {
  const dialog = await withdraw();
  server.answers['/api/wallets'] = dollars('11680.35', '0.00', '11680.35');
  server.answers['/api/transactions/h9'] = () =>
    Response.json({
      ...held,
      status: 'completed',
      can_cancel: false,
      timeline: held.timeline.map(({ step }) => ({ step, at: started })),
    });
  expect(await dialog.findByRole('heading', { name: '$800.00 withdrawn' })).toBeDefined();
  expect(stepsOf(dialog)).toEqual(['Held, done', 'Sent to Sandbox Bank, done', 'At Sandbox Bank, done']);
  await waitFor(() => expect(sumsOf(dialog)).toEqual(['Balance$11,680.35', 'Held$0.00', 'Available$11,680.35']));
});

test('a returned withdrawal shows the bank’s reason and can be retried', async () => {
  const dialog = await withdraw();
  const reason = 'Your bank couldn’t find this account.';
  server.answers['/api/transactions/h9'] = () =>
    Response.json({ ...held, status: 'returned', can_cancel: false, reason });
  expect(await dialog.findByRole('heading', { name: '$800.00 returned' })).toBeDefined();
  expect(dialog.getByText(reason)).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByRole('textbox', { name: 'Amount' })).toHaveProperty('value', '800');
});

test('a server error about the amount of a withdrawal appears at the amount field', async () => {
  const detail = 'Insufficient balance: this needs $800.00.';
  server.answers['POST /api/wallets/withdrawals'] = refusal(409, 'insufficient_balance', detail);
  const dialog = await openFrom('US Dollar');
  await enter(dialog, '800{Enter}');
  expect(await dialog.findByText(detail)).toBeDefined();
  expect(dialog.getByRole('textbox', { name: 'Amount' }).getAttribute('aria-invalid')).toBe('true');
});

test('a withdrawal cannot be canceled during submission, and a later error appears as a toast', async () => {
  const answer = Promise.withResolvers<Response>();
  server.answers['POST /api/wallets/withdrawals'] = () => answer.promise;
  const dialog = await openFrom('US Dollar');
  await enter(dialog, '800{Enter}');
  expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  answer.resolve(refusal(409, 'limit_exceeded', 'This is over your limit.')());
  await findToast('This is over your limit.');
});

test('a withdrawal in progress keeps its wallet when another wallet opens the dialog', async () => {
  const answer = Promise.withResolvers<Response>();
  server.answers['POST /api/wallets/withdrawals'] = () => answer.promise;
  await enter(await openFrom('US Dollar'), '800{Enter}');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const dialog = await openDialog('Euro');
  expect(dialog.getByRole('button', { name: 'Processing...' })).toBeDefined();
  expect(sumsOf(dialog)).toEqual(['Sandbox Bank gets$800.00', 'Fee$0.00', 'Held now$800.00']);
  answer.resolve(refusal(409, 'limit_exceeded', 'This is over your limit.')());
  expect(await dialog.findByRole('button', { name: 'Withdraw $800.00' })).toBeDefined();
  await userEvent.keyboard('{Escape}');
  const next = await openDialog('Euro');
  expect(sumsOf(next)).toEqual(['Sandbox Bank gets€0.00', 'Fee€0.00', 'Held now€0.00']);
});

test.each(lostAnswers)('a withdrawal is retried with its idempotency key after %s', async (_, lost) => {
  server.answers['POST /api/wallets/withdrawals'] = lost;
  const dialog = await openFrom('US Dollar');
  await enter(dialog, '800{Enter}');
  expect(await dialog.findByText(/it will not be withdrawn twice/)).toBeDefined();
  server.answers['POST /api/wallets/withdrawals'] = () => Response.json(held);
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw $800.00' }));
  expect(await dialog.findByRole('heading', { name: '$800.00 is held' })).toBeDefined();
  const [first, second] = server.calls;
  expect(first?.key).toBeTruthy();
  expect(second?.key).toBe(first?.key);
});

test('a retried withdrawal is sent even if the available balance is now too small', async () => {
  server.answers['POST /api/wallets/withdrawals'] = () => {
    throw new TypeError('network error');
  };
  const { dialog, queryClient } = await openWithRouter('US Dollar');
  await enter(dialog, '8000{Enter}');
  await dialog.findByText(/it will not be withdrawn twice/);
  // The first request did hold the money.
  server.answers['/api/wallets'] = dollars('4480.35', '8000.00', '12480.35');
  await act(() => queryClient.invalidateQueries({ queryKey: walletsQuery.queryKey }));
  await dialog.findByText('4,480', { exact: false });
  expect(dialog.queryByText(/is short by/)).toBeNull();
  server.answers['POST /api/wallets/withdrawals'] = () => Response.json(held);
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw $8,000.00' }));
  expect(await dialog.findByRole('heading', { name: '$8,000.00 is held' })).toBeDefined();
  expect(server.calls[1]).toEqual(server.calls[0]);
});

test('repeating a withdrawal without a response shows that it is a retry, even after leaving the page', async () => {
  server.answers['POST /api/wallets/withdrawals'] = () => {
    throw new TypeError('network error');
  };
  const { dialog, router } = await openWithRouter('US Dollar');
  await enter(dialog, '800{Enter}');
  await dialog.findByText(/it will not be withdrawn twice/);
  await userEvent.keyboard('{Escape}');
  await leaveAndReturn(router);
  const again = await openDialog('US Dollar');
  await enter(again, '800');
  expect(again.getByText(/it will not be withdrawn twice/)).toBeDefined();
  await enter(again, '0');
  expect(again.queryByText(/it will not be withdrawn twice/)).toBeNull();
});

test('the sandbox offers a test bank account to a member without a bank account', async () => {
  server.answers['/api/payment-methods'] = () => Response.json([visa]);
  server.answers['POST /api/payment-methods'] = () => {
    server.answers['/api/payment-methods'] = () => Response.json([visa, bank]);
    return Response.json(bank);
  };
  const dialog = await openFrom('US Dollar');
  await enter(dialog, '50{Enter}');
  expect(await dialog.findByText('Please choose a bank account')).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Sandbox Bank •••• 6789' }));
  expect(await dialog.findByLabelText('Bank account')).toHaveProperty('value', bank.id);
  expect(server.calls).toEqual([{ url: '/api/payment-methods', body: { token: 'tok_bank' }, key: null }]);
});
