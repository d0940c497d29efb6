import type { KycDraft, KycStatus } from '@florin/contract';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { KycPage } from './kyc-page.tsx';

const verified: KycStatus = {
  status: 'verified',
  new_name: null,
  level: 2,
  limits: {
    daily: 10_000,
    daily_exact: '10000.00',
    monthly: 100_000,
    monthly_exact: '100000.00',
    used_today: 0,
    used_today_exact: '0.00',
    used_this_month: 0,
    used_this_month_exact: '0.00',
  },
  next_limits: null,
  submitted_at: '2026-10-24T09:20:00',
  decided_at: '2026-10-25T10:00:00',
  reasons: [],
  may_retry_at: null,
};
const changing: KycStatus = {
  ...verified,
  status: 'none',
  new_name: 'Ines Moreau',
  submitted_at: null,
  decided_at: null,
};
const form = {
  first_name: 'Ines',
  last_name: 'Moreau',
  date_of_birth: '1991-04-17',
  street_address: 'Rua do Norte 41',
  city: 'Lisbon',
  country: 'PT',
  postal_code: '1200-283',
  id_type: 'passport',
  id_number: '•••• 2913',
} as const;

let status: KycStatus;
let draft: KycDraft;
let answers: Record<string, () => Response>;

beforeEach(() => {
  draft = { form, files: [] };
  answers = {
    'GET /api/kyc/status': () => Response.json(status),
    'GET /api/kyc/draft': () => Response.json(draft),
  };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    return answers[`${init.method} ${url}`]?.() ?? new Response(null, { status: 404 });
  });
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

const show = () => renderScreen(KycPage, { at: '/kyc' });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('a new name check shows the new name and says that the verified name and limits stay', async () => {
  status = changing;
  show();
  expect(await screen.findByText('Checking your new name: Ines Moreau.')).toBeDefined();
  expect(screen.getByText(/your account keeps its verified name and its limits\.$/)).toBeDefined();
  expect(await screen.findByText('Show your new name with a document')).toBeDefined();
  expect(screen.getByRole('heading', { name: 'ID Document' })).toBeDefined();
});

test('Keep my name ends the new name check', async () => {
  status = { ...changing, status: 'pending', submitted_at: '2026-10-26T09:20:00' };
  answers['DELETE /api/kyc/name-change'] = () => {
    status = verified;
    return Response.json(status);
  };
  show();
  expect(await screen.findByRole('heading', { name: 'In review' })).toBeDefined();
  await press('Keep my name');
  expect(await screen.findByRole('heading', { name: 'KYC Verified!' })).toBeDefined();
  expect(screen.queryByText(/Checking your new name/)).toBeNull();
});

test('the verified card shows why a new name was denied', async () => {
  const reasons = [{ item: 'document', reason: 'It shows another name.' } as const];
  status = { ...verified, reasons };
  show();
  expect(await screen.findByText('We could not verify your new name.')).toBeDefined();
  expect(screen.getByText(/It shows another name\. Your account keeps its verified name\./)).toBeDefined();
});
