import { defaultPaymentRules, ruleSentence, type BusinessRole, type PaymentRule } from '@florin/contract';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { acmeAs } from '../../../../test/acme.ts';
import { findToast } from '../../../../test/find-toast.ts';
import { renderScreen } from '../../../../test/render-screen.tsx';
import { sentBody } from '../../../../test/sent-body.ts';
import { meQuery } from '../../../api/queries.ts';
import { storeSession } from '../../../api/stored-session.ts';
import { RulesTab } from './rules-tab.tsx';

const viewOf = (rules: readonly PaymentRule[], version: number) => ({
  rules,
  version,
  sentences: rules.map(ruleSentence),
});

let current: ReturnType<typeof viewOf>;
let save: (body: unknown) => Response | Promise<Response>;
let tried: () => Response | Promise<Response>;
const saved: unknown[] = [];

beforeEach(() => {
  current = viewOf(defaultPaymentRules, 0);
  saved.length = 0;
  tried = () => Response.json({ days: 90, payments: 120, would_ask: 14, would_refuse: 2 });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.endsWith('/dry-run')) return tried();
    if (!url.endsWith('/business/rules')) return Response.json([]);
    if (init.method === 'GET') return Response.json(current);
    saved.push(sentBody(init));
    return save(sentBody(init));
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

function show(role: BusinessRole = 'owner') {
  const user = acmeAs(role);
  storeSession({ token: 'a-token', user });
  const Tab = () => <RulesTab user={user} />;
  renderScreen(Tab, { at: '/business' }).queryClient.setQueryData(meQuery.queryKey, user);
}

async function removeFirst() {
  await userEvent.click(await screen.findByRole('button', { name: /^Remove: Payments above \$1,000\.00/ }));
}

test('people without the right to change the rules can only read the rules', async () => {
  show('payer');
  expect(await screen.findByText('Payments above $1,000.00 need one approval by another person.')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a new rule is tried on past payments and saved with its starting version', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Add a rule' }));
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Single payments above'), 'much');
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
  expect(dialog.getByText('Enter an amount in US dollars, such as 1000.')).toBeDefined();
  await userEvent.clear(dialog.getByLabelText('Single payments above'));
  await userEvent.type(dialog.getByLabelText('Single payments above'), '100');
  await userEvent.selectOptions(dialog.getByLabelText('These payments'), 'need 2 approvals');
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Payers' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('Payments by payers above $100.00 need 2 approvals by other people.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Try on the last 90 days' }));
  const words = 'In the last 90 days, these rules would have asked 14 times for 120 payments, and refused 2.';
  expect(await screen.findByText(words)).toBeDefined();
  const rule: PaymentRule = { name: 'rule-7', over: '100', roles: ['payer'], effect: 'approve', approvals: 2 };
  const rules = [...defaultPaymentRules, rule];
  save = () => Response.json({ ...(current = viewOf(rules, 1)), proposed: null });
  await userEvent.click(screen.getByRole('button', { name: 'Save the rules' }));
  expect(await findToast('The rules are saved')).toBeDefined();
  expect(saved).toEqual([{ rules, version: 0 }]);
  expect(screen.queryByRole('button', { name: 'Save the rules' })).toBeNull();
});

/** An answer that the test releases by hand. */
function slow(answer: () => Response | Promise<Response>) {
  const { promise, resolve } = Promise.withResolvers<Response>();
  return { promise, arrive: () => resolve(answer()) };
}

test('the dry run is not shown if the rules were changed meanwhile', async () => {
  const answer = slow(tried);
  tried = () => answer.promise;
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Try on the last 90 days' }));
  await removeFirst();
  answer.arrive();
  expect(await screen.findByRole('button', { name: 'Try on the last 90 days' })).toBeDefined();
  expect(screen.queryByText(/would have asked/)).toBeNull();
});

test('edits that are made while rules are saved stay as a new draft', async () => {
  show();
  await removeFirst();
  const [, ...rest] = defaultPaymentRules;
  const answer = slow(() => Response.json({ ...(current = viewOf(rest, 1)), proposed: null }));
  save = () => answer.promise;
  await userEvent.click(screen.getByRole('button', { name: 'Save the rules' }));
  await userEvent.click(screen.getAllByRole('button', { name: /^Remove: / })[0] ?? document.body);
  answer.arrive();
  expect(await findToast('The rules are saved')).toBeDefined();
  save = () => Response.json({ ...current, proposed: null });
  await userEvent.click(await screen.findByRole('button', { name: 'Save the rules' }));
  expect(saved).toEqual([
    { rules: rest, version: 0 },
    { rules: rest.slice(1), version: 1 },
  ]);
});

test('the rules tab says that a change waits for approval, and shows the current rules', async () => {
  show();
  await removeFirst();
  save = () => Response.json({ ...current, proposed: proposedChange });
  await userEvent.click(screen.getByRole('button', { name: 'Save the rules' }));
  expect(await screen.findByText('The change waits for approval.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Approvals' }).getAttribute('href')).toBe('/approvals');
  expect(screen.getByText('Payments above $1,000.00 need one approval by another person.')).toBeDefined();
});

test('the rules tab keeps the draft when another person changed the rules, and shows the changed rules on request', async () => {
  show();
  await removeFirst();
  current = viewOf([{ name: 'none', effect: 'refuse' }], 1);
  const refusal = { code: 'rules_changed', detail: 'Another person changed the rules meanwhile.', request_id: '1' };
  save = () => Response.json(refusal, { status: 409 });
  await userEvent.click(screen.getByRole('button', { name: 'Save the rules' }));
  expect(await screen.findByText(/Another person changed the rules meanwhile/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Save the rules' })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Show the current rules' }));
  expect(await screen.findByText('Payments are not allowed.')).toBeDefined();
});

test('the rules tab asks before it discards the draft of the rules', async () => {
  show();
  await removeFirst();
  const discard = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  await discard('Discard');
  await discard('Keep editing');
  expect(screen.getByRole('button', { name: 'Save the rules' })).toBeDefined();
  await discard('Discard');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Discard' }));
  expect(await screen.findByText('Payments above $1,000.00 need one approval by another person.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Save the rules' })).toBeNull();
});

const proposedChange = {
  id: 'a1',
  kind: 'rules',
  state: 'proposed',
  title: 'New payment rules (version 1)',
  payment: null,
  batch_id: null,
  why: [],
  proposed_by: { id: 'p1', name: 'Ines' },
  by_key: null,
  proposed_at: '2026-11-28T10:00:00.000Z',
  expires_at: '2026-12-05T10:00:00.000Z',
  approvals_needed: 1,
  approved_by: [],
  ended_at: null,
  reason: null,
  can_decide: false,
  yours: true,
};
