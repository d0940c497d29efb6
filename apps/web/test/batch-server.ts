import type { Approval, BatchPayout, BatchRow, BusinessRole } from '@florin/contract';
import { vi } from 'vitest';
import { meQuery } from '../src/api/queries.ts';
import { storeSession } from '../src/api/stored-session.ts';
import { BatchPage } from '../src/features/batch-payouts/batch-page.tsx';
import { acmeAs } from './acme.ts';
import { batchRowOf, itemOf } from './batch-payout-of.ts';
import { renderScreen } from './render-screen.tsx';

type Answers = Record<string, (path: string) => Response | Promise<Response>>;

/** Answers the calls about one batch payout. A test can replace an answer, named by method and path without query. */
export function startBatchServer(batch: BatchPayout, rows: readonly BatchRow[] = [batchRowOf()]) {
  const sent: { call: string; key: string | null }[] = [];
  const people = [
    { id: 'p2', name: 'Jonas Weber', role: 'payer' as const },
    { id: 'p3', name: 'Lea Martin', role: 'approver' as const },
    { id: 'p4', name: 'Ada Nowak', role: 'admin' as const },
  ];
  const answers: Answers = {
    'GET /api/batch-payouts': () => Response.json([itemOf(batch)]),
    [`GET /api/batch-payouts/${batch.id}`]: () => Response.json(batch),
    [`GET /api/batch-payouts/${batch.id}/rows`]: () => Response.json(rows),
    'GET /api/business/rules': () => Response.json({ rules: [], version: 0, sentences: ['Payments above $1,000.00.'] }),
    'GET /api/business/people': () =>
      Response.json({
        people: people.map((person) => ({
          ...person,
          email: `${person.id}@florin.example`,
          since: '2026-10-01T10:00:00.000Z',
          you: false,
        })),
        invitations: [],
      }),
  };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const call = `${init.method ?? 'GET'} ${url.split('?')[0]}`;
    sent.push({ call: `${init.method ?? 'GET'} ${url}`, key: new Headers(init.headers).get('idempotency-key') });
    return answers[call]?.(url) ?? Response.json({ code: 'not_found', detail: 'Not found.' }, { status: 404 });
  });
  return { answers, sent, callsOf: (call: string) => sent.filter((each) => each.call.startsWith(call)) };
}

export function signInAs(role: BusinessRole, queryClient?: ReturnType<typeof renderScreen>['queryClient']) {
  const user = acmeAs(role);
  storeSession({ token: 'a-token', user });
  queryClient?.setQueryData(meQuery.queryKey, user);
}

/** Renders the page of the batch payout for a person of Acme Bakery. */
export function showBatch(role: BusinessRole = 'payer', search = '') {
  signInAs(role);
  const shown = renderScreen(BatchPage, { at: `/batch-payouts/7${search}`, route: '/batch-payouts/$id' });
  signInAs(role, shown.queryClient);
  return shown;
}

export const approvalOfBatch: Approval = {
  id: 'a1',
  kind: 'batch',
  state: 'proposed',
  title: 'payroll.csv, 3 payments',
  payment: null,
  batch_id: '7',
  why: ['Payments above $1,000.00 need one approval by another person.'],
  proposed_by: { id: 'p2', name: 'Jonas Weber' },
  by_key: null,
  proposed_at: '2026-11-28T11:00:00.000Z',
  expires_at: '2026-12-05T11:00:00.000Z',
  approvals_needed: 1,
  approved_by: [],
  ended_at: null,
  reason: null,
  can_decide: false,
  yours: true,
};
