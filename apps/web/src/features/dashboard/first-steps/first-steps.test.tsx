import type { FirstSteps as Steps, KycStatus, User } from '@florin/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ines } from '../../../../test/ines.ts';
import { renderScreen } from '../../../../test/render-screen.tsx';
import { firstStepsQuery, kycQuery, meQuery } from '../../../api/queries.ts';
import { createQueryClient } from '../../../api/query-client.ts';
import { storeSession } from '../../../api/stored-session.ts';
import { VerifyLink } from '../../../wallet-ui/ways-out.tsx';
import { prefetchDashboard } from '../prefetch-dashboard.ts';
import { FirstSteps } from './first-steps.tsx';

const fresh: User = { ...ines, email_confirmed: false, verified: false, kyc_level: 0 };
const nothing: Steps = { added_funds: false, sent_or_bought: false };
const everything: Steps = { added_funds: true, sent_or_bought: true };
const addFunds = vi.fn();
let steps: Steps;
let kyc: KycStatus['status'];
let asked: string[];

beforeEach(() => {
  steps = nothing;
  kyc = 'none';
  asked = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    if (url === '/api/account/first-steps') return Response.json(steps);
    if (url === '/api/kyc/status') return Response.json(kycOf(kyc));
    return url === '/api/auth/email/resend' ? new Response(null, { status: 204 }) : Response.json(ines);
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  document.head.innerHTML = '';
  addFunds.mockClear();
  vi.unstubAllGlobals();
});

const limits = { daily: 1000, daily_exact: '1000.00', monthly: 5000, monthly_exact: '5000.00' };
const used = { used_today: 0, used_today_exact: '0.00', used_this_month: 0, used_this_month_exact: '0.00' };
const kycOf = (status: KycStatus['status']): KycStatus => ({
  status,
  new_name: null,
  level: 1,
  limits: { ...limits, ...used },
  next_limits: limits,
  submitted_at: status === 'none' ? null : '2026-11-20T09:00:00Z',
  decided_at: null,
  reasons: [],
  may_retry_at: null,
});

const Screen = () => (
  <>
    <p>the page</p>
    <nav className="quick">
      <a href="/sell-crypto">Sell Crypto</a>
    </nav>
    <FirstSteps onAddFunds={addFunds} />
  </>
);

function open(user: User = fresh) {
  storeSession({ token: 'a-token', user });
  const shown = renderScreen(Screen, { at: '/dashboard' });
  shown.queryClient.setQueryData(meQuery.queryKey, user);
  return shown;
}
const list = () => screen.findByRole('region', { name: 'Set up Florin' });
const lines = async () => within(await list()).getAllByRole('listitem');
const isGone = () => waitFor(() => expect(screen.queryByRole('region', { name: 'Set up Florin' })).toBeNull());

test('the first steps show a new member the done, next and later steps', async () => {
  open();
  expect(
    (await lines()).map((line) => [line.querySelector('b')?.textContent, line.getAttribute('aria-current')]),
  ).toEqual([
    ['Create your account', null],
    ['Confirm your email', 'step'],
    ['Add money', null],
    ['Send money or buy a coin', null],
    ['Verify your identity', null],
    ['Turn on two-factor', null],
  ]);
  const done = (await lines()).map((line) => line.textContent?.endsWith('Done'));
  expect(done).toEqual([true, false, false, false, false, false]);
  expect(within(await list()).getByText('1 of 4 done')).toBeDefined();
  expect(within(await list()).getByRole('progressbar', { name: '1 of 4 done' })).toBeDefined();
});

test('each of the first steps links to the place to do it', async () => {
  open();
  const inList = within(await list());
  const address = (name: string) => inList.getByRole('link', { name }).getAttribute('href');
  expect(address('Open mail')).toBe(`/sandbox?to=${encodeURIComponent(fresh.email)}`);
  expect([address('Send'), address('Buy'), address('Verify')]).toEqual(['/send', '/buy-crypto', '/kyc']);
  expect(address('Set up')).toBe('/profile#security');
  await userEvent.click(inList.getByRole('button', { name: 'Add Funds' }));
  expect(addFunds).toHaveBeenCalledOnce();
  await userEvent.click(inList.getByRole('button', { name: 'Resend' }));
  expect(await inList.findByText(`We sent a new link to ${fresh.email}.`)).toBeDefined();
  expect(inList.queryByRole('button', { name: 'Resend' })).toBeNull();
});

test.each([
  ['none', 'Verify', 'Optional. Raises send and withdrawal limits'],
  ['pending', 'View', 'In review. We email you when it ends'],
  ['needs_more', 'Continue', 'We need more from you'],
  ['denied', 'See why', 'We couldn’t verify you'],
] as const)('the identity step of a verification that is "%s" shows "%s"', async (status, label, detail) => {
  kyc = status;
  open();
  const inList = within(await list());
  expect((await inList.findByRole('link', { name: label })).getAttribute('href')).toBe('/kyc');
  expect(inList.getByText(detail)).toBeDefined();
  expect(inList.queryAllByRole('link', { name: 'Verify' })).toHaveLength(status === 'none' ? 1 : 0);
});

test('the identity step changes when the member sends the documents', async () => {
  const { queryClient } = open();
  await within(await list()).findByRole('link', { name: 'Verify' });
  queryClient.setQueryData(kycQuery.queryKey, kycOf('pending'));
  expect(await within(await list()).findByText(/^In review/)).toBeDefined();
  expect(within(await list()).queryByRole('link', { name: 'Verify' })).toBeNull();
});

test('the first steps of a verified member do not ask for the verification', async () => {
  open({ ...fresh, verified: true });
  await list();
  expect(asked).not.toContain('/api/kyc/status');
});

test.each([
  ['none', 'Verify your identity'],
  ['pending', 'Your verification is in review'],
] as const)('the way to higher limits with a verification that is "%s" is "%s"', async (status, label) => {
  kyc = status;
  storeSession({ token: 'a-token', user: fresh });
  renderScreen(VerifyLink, { at: '/send' }).queryClient.setQueryData(meQuery.queryKey, fresh);
  expect((await screen.findByRole('link', { name: label })).getAttribute('href')).toBe('/kyc');
});

test.each([
  ['off', 'By bank transfer, 1–2 days'],
  ['on', 'Instant by card, 1–2 days by bank'],
])('a live server with cards %s offers to add money: %s', async (cards, detail) => {
  document.head.innerHTML = `<meta name="florin-mode" content="live" /><meta name="florin-cards" content="${cards}" />`;
  open();
  expect(within(await list()).getByText(detail)).toBeDefined();
});

test('the first steps update when a step is completed elsewhere', async () => {
  const { queryClient } = open();
  await list();
  queryClient.setQueryData(meQuery.queryKey, { ...fresh, email_confirmed: true });
  expect(await within(await list()).findByText('2 of 4 done')).toBeDefined();
  steps = { ...nothing, added_funds: true };
  await queryClient.invalidateQueries({ queryKey: firstStepsQuery.queryKey });
  expect(await within(await list()).findByText('3 of 4 done')).toBeDefined();
  expect(within(await list()).queryByRole('button', { name: 'Add Funds' })).toBeNull();
});

test('the two-factor step shows as done but does not count toward the progress', async () => {
  open({ ...fresh, two_factor: true });
  expect((await lines()).at(-1)?.textContent).toMatch(/^Turn on two-factor.*Done$/);
  expect(within(await list()).getByText('1 of 4 done')).toBeDefined();
});

test('completed first steps are confirmed once and then hidden, even without identity and two-factor', async () => {
  const { queryClient } = open({ ...fresh, email_confirmed: true });
  await list();
  steps = everything;
  await queryClient.invalidateQueries({ queryKey: firstStepsQuery.queryKey });
  expect((await screen.findByText('You are all set.')).closest('output')).not.toBeNull();
  await isGone();
  cleanup();
  asked = [];
  open({ ...fresh, email_confirmed: true });
  await screen.findByText('the page');
  expect(screen.queryByText('You are all set.')).toBeNull();
  expect(asked).not.toContain('/api/account/first-steps');
});

test('first steps completed on another page are confirmed on return', async () => {
  open({ ...fresh, email_confirmed: true });
  await list();
  cleanup();
  steps = everything;
  open({ ...fresh, email_confirmed: true });
  expect(await screen.findByText('You are all set.')).toBeDefined();
});

test('an account that completed all steps earlier never sees the first steps', async () => {
  steps = everything;
  open(ines);
  await screen.findByText('the page');
  await waitFor(() => expect(localStorage.getItem('florin-first-steps 1')).toBe('away'));
  expect(screen.queryByRole('region', { name: 'Set up Florin' })).toBeNull();
  expect(screen.queryByText('You are all set.')).toBeNull();
});

test('hidden first steps stay hidden for this member and move the focus to the quick actions', async () => {
  open();
  await userEvent.click(within(await list()).getByRole('button', { name: 'Hide these steps' }));
  await isGone();
  expect(document.activeElement?.textContent).toBe('Sell Crypto');
  cleanup();
  open();
  await screen.findByText('the page');
  await isGone();
  cleanup();
  open({ ...fresh, id: '2' });
  expect(await list()).toBeDefined();
});

test('a failed request for the first steps shows nothing', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }));
  open();
  await screen.findByText('the page');
  expect(screen.queryByRole('region', { name: 'Set up Florin' })).toBeNull();
});

test('the dashboard preloads the first steps unless the member hid them', async () => {
  const queryClient = createQueryClient();
  storeSession({ token: 'a-token', user: fresh });
  await prefetchDashboard(queryClient);
  expect(asked).toEqual([]);
  queryClient.setQueryData(meQuery.queryKey, fresh);
  await prefetchDashboard(queryClient);
  expect(queryClient.getQueryData(firstStepsQuery.queryKey)).toEqual(nothing);
  expect(queryClient.getQueryData(kycQuery.queryKey)).toMatchObject({ status: 'none' });
  localStorage.setItem('florin-first-steps 1', 'away');
  asked = [];
  queryClient.removeQueries({ queryKey: firstStepsQuery.queryKey });
  await prefetchDashboard(queryClient);
  expect(asked).not.toContain('/api/account/first-steps');
});

test('the first steps omit the email step if confirmation is off', async () => {
  document.head.innerHTML = '<meta name="florin-email-confirmation" content="off" />';
  open({ ...fresh, email_confirmed: true });
  expect((await lines()).map((line) => line.querySelector('b')?.textContent)).not.toContain('Confirm your email');
  expect(within(await list()).getByText('1 of 3 done')).toBeDefined();
  document.head.innerHTML = '';
});
