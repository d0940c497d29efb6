import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  balanceClaims,
  holder,
  incomeClaims,
  metadataOf,
  months,
  payer,
  statementOf,
} from '../../../../../../packages/verify/test/statement-maker.ts';
import { acmeAs } from '../../../../test/acme.ts';
import { renderScreen } from '../../../../test/render-screen.tsx';
import { meQuery } from '../../../api/queries.ts';
import { ShareStatementPage } from './share-statement-page.tsx';

const now = Math.floor(Date.now() / 1_000);
const times = { iat: now - 60, exp: now + 86_400 };
const balance = statementOf({ claims: { ...balanceClaims, ...times } });
const income = statementOf({ claims: { ...incomeClaims, ...times }, disclosures: [holder, payer, months] });
const payers = [
  { email: 'pay@acme.example', name: 'Acme', currencies: ['EUR', 'USD'] },
  { email: 'jonas@florin.example', name: 'Jonas', currencies: ['GBP'] },
];

let answers: Record<string, () => Response>;
let sent: unknown[];
beforeEach(() => {
  sent = [];
  answers = {
    '/.well-known/jwt-vc-issuer': () => Response.json(metadataOf()),
    '/api/shareable-statements/balance': () => Response.json({ statement: balance }),
    '/api/shareable-statements/income': () => Response.json({ statement: income }),
    '/api/shareable-statements/payers': () => Response.json(payers),
  };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (typeof init.body === 'string') sent.push(JSON.parse(init.body));
    return answers[url]?.() ?? new Response(null, { status: 404 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = () => renderScreen(ShareStatementPage, { at: '/profile/proof/statement' });
const refusal = (code: string, detail: string, fields?: Record<string, string>) =>
  Response.json({ code, detail, fields, request_id: 'r' }, { status: 409 });
const made = async () => within(await screen.findByRole('region', { name: 'What others will see' }));
const press = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Make the statement' }));

test('a statement of a balance shows a preview without the name until the member adds the name', async () => {
  open();
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Available balance is at least'), '1,000');
  await user.selectOptions(screen.getByLabelText('Valid for'), '30 days');
  await press(user);
  const preview = await made();
  expect(sent).toEqual([{ currency: 'USD', at_least: '1000.00', days: 30 }]);
  expect(await preview.findByText('The available balance was at least $1,000.00 USD.')).toBeDefined();
  expect(preview.getByText('Not shown')).toBeDefined();
  expect(preview.queryByText('Ines Almeida')).toBeNull();
  expect(document.activeElement?.textContent).toBe('What others will see');
  await user.click(preview.getByLabelText('The name on this account'));
  expect(await preview.findByText('Ines Almeida')).toBeDefined();
  await user.click(preview.getByLabelText('The name on this account'));
  expect(await preview.findByText('Not shown')).toBeDefined();
});

test('the statement page of a business names the business and its customers', async () => {
  answers['/api/shareable-statements/payers'] = () => Response.json([]);
  open().queryClient.setQueryData(meQuery.queryKey, acmeAs('owner'));
  expect(await screen.findByText(/^The name of the business only if you add it/)).toBeDefined();
  expect(screen.queryByText(/^Your name only if you add it/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'An income' }));
  expect(await screen.findByText(/such as a customer/)).toBeDefined();
});

test('the copied link of a statement has only the chosen parts', async () => {
  open();
  const user = userEvent.setup();
  const copied = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(await screen.findByRole('button', { name: 'An income' }));
  await screen.findByLabelText('Payer');
  await press(user);
  const preview = await made();
  expect(await preview.findByText(/^The income from one payer was €5,100.00 EUR from September 2025/)).toBeDefined();
  expect(preview.getByText('Acme')).toBeDefined();
  await user.click(preview.getByRole('button', { name: 'Copy link' }));
  const [jwt = ''] = income.split('~');
  expect(copied).toHaveBeenLastCalledWith(`${location.origin}/verify#${jwt}~${payer}~`);
  await user.click(preview.getByLabelText('The amount of each month'));
  await user.click(preview.getByLabelText('The payer’s name'));
  expect(await preview.findByText('−€100.00 EUR')).toBeDefined();
  await waitFor(() => expect(preview.queryByText('Acme')).toBeNull());
  await user.click(preview.getByRole('button', { name: 'Copy link' }));
  expect(copied).toHaveBeenLastCalledWith(`${location.origin}/verify#${jwt}~${months}~`);
});

test('a refused amount of a statement is explained at its field', async () => {
  open();
  const user = userEvent.setup();
  await screen.findByLabelText('Available balance is at least');
  await press(user);
  expect(screen.getByText('Please enter an amount')).toBeDefined();
  expect(sent).toEqual([]);
  const detail = 'The available balance is lower than this.';
  answers['/api/shareable-statements/balance'] = () => refusal('balance_too_low', detail, { at_least: detail });
  await user.type(screen.getByLabelText('Available balance is at least'), '9000');
  await press(user);
  expect(await screen.findByText(detail)).toBeDefined();
  answers['/api/shareable-statements/balance'] = () => refusal('account_restricted', 'You owe money.');
  await press(user);
  expect(await screen.findByText('You owe money.')).toBeDefined();
});

test('a statement of income offers the wallets of the payer, and explains wrong months', async () => {
  open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'An income' }));
  await user.selectOptions(await screen.findByLabelText('Payer'), 'Jonas (jonas@florin.example)');
  expect(within(screen.getByLabelText('Wallet')).getAllByRole('option')).toHaveLength(1);
  const detail = 'The last month is before the first one.';
  answers['/api/shareable-statements/income'] = () => refusal('invalid_request', detail, { to: detail });
  await press(user);
  expect(await screen.findByText(detail)).toBeDefined();
  expect(sent).toMatchObject([{ payer: 'jonas@florin.example', currency: 'GBP', days: 7 }]);
  await user.selectOptions(
    screen.getByLabelText('Last month'),
    screen.getAllByRole('option', { name: /, so far$/ })[1] ?? '',
  );
  expect(screen.queryByText(detail)).toBeNull();
});

test('the income statement says that an account has no payers, or that the payers cannot be loaded', async () => {
  answers['/api/shareable-statements/payers'] = () => new Response(null, { status: 500 });
  open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'An income' }));
  expect(await screen.findByText('Could not load who paid you', {}, { timeout: 10_000 })).toBeDefined();
  answers['/api/shareable-statements/payers'] = () => Response.json([]);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No payments from members yet')).toBeDefined();
});

test('a statement is not offered if its key cannot be fetched', async () => {
  answers['/.well-known/jwt-vc-issuer'] = () => new Response(null, { status: 503 });
  open();
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Available balance is at least'), '5');
  await press(user);
  expect(await screen.findByText('Could not check the statement')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull();
});
