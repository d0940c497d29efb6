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

/** Withdraws 800 dollars and sees them held. */
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

test('the sum, what is left of the limits and the hold are said before', async () => {
  const dialog = await openFrom('US Dollar');
  await enter(dialog, '800');
  expect(sumsOf(dialog)).toEqual(['Sandbox Bank gets$800.00', 'Fee$0.00', 'Held now$800.00']);
  expect((await dialog.findByText(/more can be withdrawn/)).textContent).toBe(
    '$9,098.00 more can be withdrawn today, $98,000.00 this month.',
  );
  expect(dialog.getByText('$800.00 is held until your bank has it.')).toBeDefined();
  expect(server.calls).toEqual([]);
});

test('Use Max withdraws what is free to use', async () => {
  const dialog = await openFrom('Euro');
  await userEvent.click(dialog.getByRole('button', { name: 'Use Max' }));
  expect(dialog.getByRole('textbox', { name: 'Amount' })).toHaveProperty('value', '3214.80');
  expect(dialog.getByText(/counted in US dollars/)).toBeDefined();
});

test.each([
  ['US Dollar', '12480.36', 'Your US Dollar wallet is short by $0.01.', 'Use $9,098.00'],
  ['US Dollar', '9098.01', 'This is over your limit: $9,098.00 is left today.', 'Use $9,098.00'],
  ['British Pound', '412.07', 'Your British Pound wallet is short by £0.01.', 'Use £412.06'],
])('%s %s cannot be withdrawn, and that is said before it is tried', async (name, amount, sentence, most) => {
  const dialog = await openFrom(name);
  await enter(dialog, amount);
  expect(await dialog.findByText(sentence)).toBeDefined();
  expect(dialog.getByRole('button', { name: /^Withdraw / }).getAttribute('aria-disabled')).toBe('true');
  await userEvent.keyboard('{Enter}');
  expect(server.calls).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: most }));
  expect(dialog.queryByText(sentence)).toBeNull();
});

test.each([
  ['', 'Please enter an amount'],
  ['0', 'Amount must be greater than 0'],
  ['0.99', 'Withdraw between $1.00 and $25,000.00 at a time.'],
])('the amount "%s" is answered with "%s", and nothing is sent', async (amount, sentence) => {
  const dialog = await openFrom('US Dollar');
  await enter(dialog, `${amount}{Enter}`);
  expect(await dialog.findByText(sentence)).toBeDefined();
  expect(server.calls).toEqual([]);
});

test('money is held, with the way it takes and what is free to use', async () => {
  const dialog = await withdraw();
  expect(stepsOf(dialog)).toEqual(['Held, done', 'Goes to Sandbox Bank, now', 'At Sandbox Bank, to come']);
  await waitFor(() => expect(sumsOf(dialog)).toEqual(['Balance$12,480.35', 'Held−$800.00', 'Free to use$11,680.35']));
  expect(server.calls.map(({ body }) => body)).toEqual([
    { amount: '800.00', currency: 'USD', payment_method_id: bank.id },
  ]);
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
  const card = within(await screen.findByRole('article', { name: 'US Dollar' }));
  expect((await card.findByText(/^Held/)).textContent).toBe('Held $800.00');
  expect(card.getByText('11,680', { exact: false })).toBeDefined();
});

test('it can be called back while the bank does not have it', async () => {
  const dialog = await withdraw();
  const cancelled = { ...held, amount: 0, amount_exact: '0.00', status: 'cancelled', can_cancel: false };
  const timeline = [
    { step: 'started', at: started },
    { step: 'cancelled', at: started },
  ];
  server.answers['POST /api/transactions/h9/cancel'] = () => {
    server.answers['/api/wallets'] = dollars('12480.35', '0.00', '12480.35');
    server.answers['/api/transactions/h9'] = () => Response.json({ ...cancelled, timeline });
    return Response.json({ ...cancelled, timeline });
  };
  await userEvent.click(dialog.getByRole('button', { name: 'Call it back' }));
  expect(await dialog.findByRole('heading', { name: '$800.00 called back' })).toBeDefined();
  expect(stepsOf(dialog)).toEqual(['Held, done', 'Called back, done']);
  await waitFor(() => expect(sumsOf(dialog)).toEqual(['Balance$12,480.35', 'Held$0.00', 'Free to use$12,480.35']));
  expect(dialog.queryByRole('button', { name: 'Call it back' })).toBeNull();
  expect(server.calls.at(-1)?.key).toBeTruthy();
});

test('once the bank has it, it cannot be called back, and the button goes', async () => {
  const dialog = await withdraw();
  server.answers['POST /api/transactions/h9/cancel'] = () => {
    server.answers['/api/transactions/h9'] = () => Response.json({ ...held, can_cancel: false });
    return refusal(409, 'not_cancellable', 'The bank already has this withdrawal.')();
  };
  await userEvent.click(dialog.getByRole('button', { name: 'Call it back' }));
  expect(await dialog.findByText('The bank already has this withdrawal.')).toBeDefined();
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Call it back' })).toBeNull());
});

test('it is followed until the bank has it', async () => {
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
  await waitFor(() => expect(sumsOf(dialog)).toEqual(['Balance$11,680.35', 'Held$0.00', 'Free to use$11,680.35']));
});

test('what the bank sends back is said with the reason', async () => {
  const dialog = await withdraw();
  const reason = 'The bank does not know this account.';
  server.answers['/api/transactions/h9'] = () =>
    Response.json({ ...held, status: 'returned', can_cancel: false, reason });
  expect(await dialog.findByRole('heading', { name: '$800.00 came back' })).toBeDefined();
  expect(dialog.getByText(reason)).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByRole('textbox', { name: 'Amount' })).toHaveProperty('value', '800');
});

test('what the server refuses stands at the amount', async () => {
  const detail = 'Insufficient balance: this needs $800.00.';
  server.answers['POST /api/wallets/withdrawals'] = refusal(409, 'insufficient_balance', detail);
  const dialog = await openFrom('US Dollar');
  await enter(dialog, '800{Enter}');
  expect(await dialog.findByText(detail)).toBeDefined();
  expect(dialog.getByRole('textbox', { name: 'Amount' }).getAttribute('aria-invalid')).toBe('true');
});

test('while it is under way it cannot be cancelled; where it is closed all the same, a refusal is told', async () => {
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

test('one that is under way is shown with its own wallet, from whichever wallet the dialog is opened', async () => {
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

test.each(lostAnswers)('when %s comes instead of the answer, trying again keeps the key', async (_, lost) => {
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

test('trying again goes out also where less is free to use by now', async () => {
  server.answers['POST /api/wallets/withdrawals'] = () => {
    throw new TypeError('the network is gone');
  };
  const { dialog, queryClient } = await openWithRouter('US Dollar');
  await enter(dialog, '8000{Enter}');
  await dialog.findByText(/it will not be withdrawn twice/);
  // It is held after all, and the page is told so.
  server.answers['/api/wallets'] = dollars('4480.35', '8000.00', '12480.35');
  await act(() => queryClient.invalidateQueries({ queryKey: walletsQuery.queryKey }));
  await dialog.findByText('4,480', { exact: false });
  expect(dialog.queryByText(/is short by/)).toBeNull();
  server.answers['POST /api/wallets/withdrawals'] = () => Response.json(held);
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw $8,000.00' }));
  expect(await dialog.findByRole('heading', { name: '$8,000.00 is held' })).toBeDefined();
  expect(server.calls[1]).toEqual(server.calls[0]);
});

test('the same withdrawal says that it is the same, also where the page was left in between', async () => {
  server.answers['POST /api/wallets/withdrawals'] = () => {
    throw new TypeError('the network is gone');
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

test('without a bank account the sandbox offers its own', async () => {
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
