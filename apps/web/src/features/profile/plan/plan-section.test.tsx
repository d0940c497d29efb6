import type { Subscription } from '@florin/contract';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ines } from '../../../../test/ines.ts';
import { navigateDuringRequest } from '../../../../test/navigate-during-request.ts';
import { renderScreen } from '../../../../test/render-screen.tsx';
import { sentBody } from '../../../../test/sent-body.ts';
import { meQuery } from '../../../api/queries.ts';
import { PlanSection } from './plan-section.tsx';

type Due = { personal?: string; pro?: string; business?: string };

const offers = (due: Due): Subscription['plans'] =>
  (
    [
      ['personal', 'Personal', '0.00', '500.00'],
      ['pro', 'Pro', '9.99', '10000.00'],
      ['business', 'Business', '49.99', null],
    ] as const
  ).map(([name, title, price, limit]) => ({
    name,
    title,
    price: Number(price),
    price_exact: price,
    purchase_limit: limit === null ? null : Number(limit),
    purchase_limit_exact: limit,
    due_now: Number(due[name] ?? '0.00'),
    due_now_exact: due[name] ?? '0.00',
  }));

const personal: Subscription = {
  plan: 'personal',
  plans: offers({ pro: '9.99', business: '49.99' }),
  renews_at: null,
  days_left: null,
  next_plan: null,
  grace_until: null,
};
const pro: Subscription = {
  ...personal,
  plan: 'pro',
  plans: offers({ business: '24.52' }),
  renews_at: '2026-11-12T09:00:00.000Z',
  days_left: 19,
};

let subscription: Subscription;
let left: string;
let changed: (body: unknown) => Response | Promise<Response>;
const sent: unknown[] = [];

beforeEach(() => {
  subscription = pro;
  left = '8500.00';
  sent.length = 0;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (init.method === 'PUT') {
      sent.push(sentBody(init));
      return changed(sentBody(init));
    }
    if (url.endsWith('/plan')) return Response.json(subscription);
    if (url.endsWith('/crypto/allowance')) return Response.json(allowance());
    return Response.json(ines);
  });
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const allowance = () => ({
  plan: subscription.plan,
  month:
    subscription.plan === 'business'
      ? null
      : { limit: 10_000, limit_exact: '10000.00', left: Number(left), left_exact: left },
});

async function show(at = '/profile', user = ines) {
  const shown = renderScreen(PlanSection, { at });
  shown.queryClient.setQueryData(meQuery.queryKey, user);
  await screen.findByText(/bought this month|No limit/);
  return shown;
}
const press = (name: string | RegExp, within_: ReturnType<typeof within> = screen) =>
  userEvent.click(within_.getByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));

test('the plan section shows the used part of the purchase limit, its reset date and the renewal date of the plan', async () => {
  await show();
  expect(screen.getByText('of $10,000.00 bought this month').parentElement?.textContent).toContain('$1,500.00');
  expect(screen.getByText(/^\$8,500\.00 left\. Resets \w+ 1\.$/)).toBeDefined();
  expect(screen.getByText('Renews November 12 for $9.99 from your US Dollar wallet.')).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Business' })).toBeNull();
});

test('an upgrade shows the amount due and the remaining days, asks for confirmation, and sends the shown amount', async () => {
  const business = { ...subscription, plan: 'business', plans: offers({}) } as const;
  changed = () => Response.json((subscription = business));
  await show();
  await press('Change plan');
  expect(screen.getByText('Due today, for 19 days').nextElementSibling?.textContent).toBe('$24.52');
  await press('Change to Business');
  const asking = await dialog();
  expect(asking.getByText('Costs $49.99 a month from November 12.', { exact: false })).toBeDefined();
  expect(sent).toEqual([]);
  await press('Pay $24.52', asking);
  expect(await screen.findByText('You are on the Business plan')).toBeDefined();
  expect(sent).toEqual([{ plan: 'business', due_now: '24.52' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await screen.findByText('No limit on crypto purchases.')).toBeDefined();
});

test('a downgrade takes effect at the end of the month without confirmation and can be undone', async () => {
  changed = (body) => {
    const { plan } = body as { plan: string };
    subscription = { ...pro, next_plan: plan === 'personal' ? 'personal' : null };
    return Response.json(subscription);
  };
  await show();
  await press('Change plan');
  await press(/^Change on November 12/);
  expect(await screen.findByText('From November 12')).toBeDefined();
  expect(screen.getAllByRole('button', { name: 'Keep Pro' })).toHaveLength(2);
  await userEvent.click(screen.getAllByRole('button', { name: 'Keep Pro' })[0] as HTMLElement);
  expect(await screen.findByText('Renews November 12 for $9.99 from your US Dollar wallet.')).toBeDefined();
  expect(sent).toEqual([
    { plan: 'personal', due_now: '0.00' },
    { plan: 'pro', due_now: '0.00' },
  ]);
});

test.each([
  ['to a larger plan', 'Change to Business', 'You are on the Business plan', { plan: 'business' }],
  ['to a smaller plan', /^Change on November 12/, 'You switch to Personal on November 12', { next_plan: 'personal' }],
] as const)(
  'a change %s does not navigate if the member left the page before the answer',
  async (_, button, toast, change) => {
    const answer = Promise.withResolvers<Response>();
    changed = () => answer.promise;
    const { router } = await show();
    await press('Change plan');
    await press(button);
    if (screen.queryByRole('dialog')) await press('Pay $24.52', await dialog());
    await navigateDuringRequest(router, { answer: () => answer.resolve(Response.json({ ...pro, ...change })), toast });
    expect(sent).toHaveLength(1);
  },
);

test('a plan in the URL opens the confirmation dialog, and Cancel leaves the plan cards open', async () => {
  subscription = personal;
  const { router } = await show('/profile?plan=pro#plan');
  const asking = await dialog();
  expect(asking.getByText('Due today, for a month')).toBeDefined();
  await press('Cancel', asking);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(router.state.location.search).toEqual({});
  expect(screen.getByRole('heading', { name: 'Business' })).toBeDefined();
});

test('a plan in the URL does not open a dialog if the member already has the plan', async () => {
  await show('/profile?plan=pro#plan');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a plan that the balance does not cover shows the missing amount and links to Add Funds', async () => {
  subscription = personal;
  const poor = { ...ines, balances: { ...ines.balances, usd: 4, usd_exact: '4.00' } };
  await show('/profile?plan=pro#plan', poor);
  const asking = await dialog();
  expect(asking.getByText('You need $5.99 more.')).toBeDefined();
  expect(asking.queryByRole('button', { name: /^Pay/ })).toBeNull();
  expect(asking.getByRole('link', { name: 'Go to Add Funds' }).getAttribute('href')).toBe('/dashboard?tab=wallet');
});

test('an upgrade shows the new amount for confirmation when the amount due has changed', async () => {
  const detail = 'The amount due has changed to $23.23. Nothing was charged. Check it and try again.';
  changed = () => {
    subscription = { ...pro, plans: offers({ business: '23.23' }), days_left: 18 };
    return Response.json({ code: 'quote_expired', detail, request_id: 'r' }, { status: 409 });
  };
  await show();
  await press('Change plan');
  await press('Change to Business');
  await press('Pay $24.52', await dialog());
  expect(await screen.findByText(detail)).toBeDefined();
  expect(await screen.findByRole('button', { name: 'Pay $23.23' })).toBeDefined();
});

test('an unpaid renewal shows the amount to add and the deadline', async () => {
  subscription = {
    ...pro,
    plans: offers({ business: '49.99' }),
    days_left: 0,
    grace_until: '2026-11-15T09:00:05.000Z',
  };
  await show();
  const notice = screen.getByText('Your payment on November 12 failed.').closest('output');
  expect(notice?.textContent).toBe(
    'Your payment on November 12 failed. Add $9.99 to your US Dollar wallet by November 15, or you move to Personal.',
  );
  await press('Change plan');
  await press('Change to Personal');
  expect((await dialog()).getByText('This takes effect immediately.')).toBeDefined();
});

test('a used-up purchase limit shows a warning', async () => {
  left = '0.00';
  await show();
  expect(screen.getByText('You reached this month’s limit.')).toBeDefined();
});

test('the plan section offers Retry when the plan fails to load', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 'busy', detail: '', request_id: 'r' }, { status: 422 }));
  renderScreen(PlanSection, { at: '/profile' }).queryClient.setQueryData(meQuery.queryKey, ines);
  expect(await screen.findByText('Could not load', undefined, { timeout: 5_000 })).toBeDefined();
  vi.stubGlobal('fetch', async (url: string) => Response.json(url.endsWith('/plan') ? subscription : allowance()));
  await press('Retry');
  expect(await screen.findByText(/bought this month/)).toBeDefined();
});
