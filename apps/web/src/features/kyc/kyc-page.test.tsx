import type { KycDraft, KycStatus } from '@florin/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeUpload } from '../../../test/fake-upload.ts';
import { navigateDuringRequest } from '../../../test/navigate-during-request.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { sentBody } from '../../../test/sent-body.ts';
import { refetchTopics } from '../../api/refetch-topics.ts';
import { KycPage } from './kyc-page.tsx';

const fresh: KycStatus = {
  status: 'none',
  new_name: null,
  level: 1,
  limits: {
    daily: 1_000,
    daily_exact: '1000.00',
    monthly: 5_000,
    monthly_exact: '5000.00',
    used_today: 102,
    used_today_exact: '102.00',
    used_this_month: 1061.8,
    used_this_month_exact: '1061.80',
  },
  next_limits: { daily: 10_000, daily_exact: '10000.00', monthly: 100_000, monthly_exact: '100000.00' },
  submitted_at: null,
  decided_at: null,
  reasons: [],
  may_retry_at: null,
};
const submitted_at = '2026-10-24T09:20:00';
const decided_at = '2026-10-25T10:00:00';
const form = {
  first_name: 'Ines',
  last_name: 'Almeida',
  date_of_birth: '1991-04-17',
  street_address: 'Rua do Norte 41',
  city: 'Lisbon',
  country: 'PT',
  postal_code: '1200-283',
  id_type: 'passport',
  id_number: 'CC482913',
} as const;

let status: KycStatus;
let draft: KycDraft;
let saved: unknown[];
let answers: Record<string, (body: unknown) => Response | Promise<Response>>;
/** Calls with `keepalive`, which survive leaving the page. */
let keepaliveCalls: string[];

beforeEach(() => {
  status = fresh;
  draft = { form: {}, files: [] };
  saved = [];
  keepaliveCalls = [];
  answers = {
    'GET /api/kyc/status': () => Response.json(status),
    'GET /api/kyc/draft': () => Response.json(draft),
    'PUT /api/kyc/draft': (body) => {
      saved.push(body);
      return Response.json(draft);
    },
  };
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const call = `${init.method} ${url}`;
    if (init.keepalive) keepaliveCalls.push(call);
    return answers[call]?.(sentBody(init)) ?? new Response(null, { status: 404 });
  });
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const show = () => renderScreen(KycPage, { at: '/kyc' });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('KYC wizard', () => {
  test('the KYC wizard shows an error at each empty field and stays on the step', async () => {
    show();
    await press('Continue');
    const lastName = screen.getByLabelText('Last name');
    expect(lastName.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Please enter your last name.')).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('First name')));
    await userEvent.type(lastName, 'A');
    expect(screen.queryByText('Please enter your last name.')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
  });

  test('the KYC wizard saves a step before the next step, and Back returns to it', async () => {
    draft = { form: { ...form, city: '', id_number: '' }, files: [] };
    show();
    await userEvent.click(await screen.findByLabelText('City'));
    await userEvent.paste('Porto'); // renders at once, because a pause between two keys would save a part
    await press('Continue');
    expect(await screen.findByRole('heading', { name: 'ID Document' })).toBe(document.activeElement);
    expect(saved).toEqual([{ city: 'Porto' }]);
    await press('Back');
    expect(await screen.findByRole('heading', { name: 'Personal Info' })).toBe(document.activeElement);
    expect(screen.getByLabelText('City')).toHaveProperty('value', 'Porto');
  });

  test('the KYC wizard saves the last changes when the page is hidden, with a keepalive call', async () => {
    show();
    await userEvent.type(await screen.findByLabelText('City'), 'Porto');
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(saved.at(-1)).toEqual({ city: 'Porto' }));
    expect(keepaliveCalls).toEqual(['PUT /api/kyc/draft']);
  });

  // Rules: kyc-5
  test('the KYC wizard offers three document types with passport as the default', async () => {
    draft = { form: { ...form, id_type: undefined, id_number: '' }, files: [] };
    show();
    await screen.findByRole('heading', { name: 'ID Document' });
    const tiles = screen.getAllByRole<HTMLInputElement>('radio');
    expect(tiles.map((tile) => tile.closest('label')?.querySelector('b')?.textContent)).toEqual([
      'Passport',
      'Driver’s License',
      'National ID',
    ]);
    expect(tiles.map(({ checked }) => checked)).toEqual([true, false, false]);
  });

  test('the KYC wizard stays on the step when the draft cannot be saved', async () => {
    draft = { form: { ...form, city: '' }, files: [] };
    answers['PUT /api/kyc/draft'] = () => new Response(null, { status: 503 });
    show();
    await userEvent.type(await screen.findByLabelText('City'), 'Porto');
    await press('Continue');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Could not save this. Check your connection and try again.',
    );
    expect(screen.getByRole('heading', { name: 'Personal Info' })).toBeDefined();
  });

  test('the KYC wizard uploads a document photo with its side and shows the progress', async () => {
    draft = { form: { ...form, id_type: 'national_id' }, files: [] };
    show();
    const jpeg = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'back.jpg', { type: 'image/jpeg' });
    await userEvent.upload(await screen.findByLabelText('Back of the document', { selector: 'input' }), jpeg);
    const bar = await screen.findByRole('progressbar', { name: 'Uploading back.jpg' });
    const [request] = FakeUpload.all;
    expect(request?.body?.get('kind')).toBe('back');
    request?.emitProgress(1, 2);
    await waitFor(() => expect(bar).toHaveProperty('value', 0.5));
    await press('Continue');
    expect(screen.getByRole('heading', { name: 'ID Document' })).toBeDefined();
    const detail = 'The picture is damaged or not complete.';
    request?.answer(422, JSON.stringify({ code: 'image_not_accepted', detail, request_id: 'r' }));
    expect((await screen.findByRole('alert')).textContent).toBe(detail);
    expect(screen.queryByRole('progressbar')).toBeNull();
  });
});

describe('KYC submission', () => {
  const selfie = {
    id: 's',
    kind: 'selfie',
    name: 's.jpg',
    type: 'image/jpeg',
    bytes: 9,
    added_at: submitted_at,
  } as const;

  beforeEach(() => {
    draft = { form, files: [{ ...selfie, id: 'f', kind: 'front', type: 'application/pdf' }, selfie] };
    answers['GET /api/kyc/documents/s'] = () => new Response('picture');
    URL.createObjectURL = () => 'blob:picture';
    URL.revokeObjectURL = () => undefined;
  });

  // Rules: kyc-7
  test('the KYC wizard submits the form in snake case, shows a toast and opens the dashboard', async () => {
    const sent: unknown[] = [];
    answers['POST /api/kyc/submit'] = (body) => {
      sent.push(body);
      return Response.json({ ...fresh, status: 'pending', submitted_at });
    };
    show();
    await press('Submit for Review');
    expect(await screen.findByText('KYC verification submitted successfully!')).toBeDefined();
    expect(await screen.findByText('at /dashboard')).toBeDefined();
    expect(sent).toEqual([form]);
  });

  test('a KYC submission does not navigate if the member has left the page', async () => {
    const answer = Promise.withResolvers<Response>();
    answers['POST /api/kyc/submit'] = () => answer.promise;
    const { router } = show();
    await press('Submit for Review');
    await navigateDuringRequest(router, {
      answer: () => answer.resolve(Response.json({ ...fresh, status: 'pending', submitted_at })),
      toast: 'KYC verification submitted successfully!',
    });
    expect(router.state.location.pathname).toBe('/transactions');
  });

  test('a rejected KYC submission opens the step with the first error', async () => {
    const detail = 'Something is missing, or needs another look.';
    const fields = { date_of_birth: 'You must be at least 18 years old.', selfie: 'Please take a selfie.' };
    answers['POST /api/kyc/submit'] = () =>
      Response.json({ code: 'verification_incomplete', detail, fields, request_id: 'r' }, { status: 409 });
    show();
    await press('Submit for Review');
    expect(await screen.findByText('Failed to submit KYC verification')).toBeDefined();
    expect(await screen.findByRole('heading', { name: 'Personal Info' })).toBe(document.activeElement);
    expect(screen.getByLabelText(/^Date of birth/).getAttribute('aria-invalid')).toBe('true');
  });

  test('a rate-limited KYC submission shows the server message', async () => {
    const detail = 'You have submitted your verification five times today. Please try again tomorrow.';
    answers['POST /api/kyc/submit'] = () =>
      Response.json({ code: 'too_many_requests', detail, request_id: 'r' }, { status: 429 });
    show();
    await press('Submit for Review');
    expect((await screen.findByRole('alert')).textContent).toBe(detail);
  });
});

test('the KYC page shows a new decision without a reload', async () => {
  status = { ...fresh, status: 'pending', submitted_at };
  const { queryClient } = show();
  expect(await screen.findByRole('heading', { name: 'In review' })).toBeDefined();
  expect(screen.getByText('Sent October 24, 09:20. Most checks end within a working day')).toBeDefined();
  expect(screen.getByText(/^Your Level 1 limits still apply/).textContent).toBe(
    'Your Level 1 limits still apply: $1,000.00 each day, $5,000.00 each month.',
  );
  status = { ...status, status: 'verified', level: 2, decided_at, next_limits: null };
  refetchTopics(queryClient, ['account']);
  expect(await screen.findByRole('heading', { name: 'KYC Verified!' })).toBeDefined();
  expect(screen.getByText('Level 2, since October 25')).toBeDefined();
  expect(document.activeElement?.textContent).toBe('KYC Verification');
});

// Rules: kyc-3
test('the verified card shows the level, the limits and their used amounts', async () => {
  status = { ...fresh, status: 'verified', level: 2, limits: { ...fresh.limits, daily_exact: '10000.00' } };
  show();
  const card = within(await screen.findByRole('region', { name: 'KYC Verified!' }));
  const lines = card.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`);
  expect(lines).toEqual([
    'Level: 2',
    'Daily limit: $10,000.00',
    'Used today: $102.00',
    'Monthly limit: $5,000.00',
    'Used this month: $1,061.80',
  ]);
  expect(card.getByText(/access to all features/)).toBeDefined();
  expect(card.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href')).toBe('/dashboard');
});

describe('Denied verification', () => {
  const reasons = [{ item: 'document', reason: 'The document is not valid.' } as const];

  test('a denied member cannot start over with KYC before the retry date', async () => {
    status = { ...fresh, status: 'denied', submitted_at, decided_at, reasons, may_retry_at: '2999-11-24T10:00:00' };
    show();
    await press('Start over');
    expect(screen.getByText('You can start over from November 24, 2999, 10:00.')).toBeDefined();
    expect(screen.getByText('The document is not valid.')).toBeDefined();
  });

  test('a denied member starts over with the stored KYC answers and a masked ID number', async () => {
    status = { ...fresh, status: 'denied', submitted_at, decided_at, reasons, may_retry_at: '2020-11-24T10:00:00' };
    draft = { form: { ...form, id_number: '•••• 2913' }, files: [] };
    show();
    await press('Start over');
    expect(await screen.findByRole('heading', { name: 'ID Document' })).toBe(document.activeElement);
    expect(screen.getByLabelText('ID number')).toHaveProperty('value', '');
    expect(screen.getByText('Your number ends in 2913. Leave this empty to keep it.')).toBeDefined();
  });
});

// Rules: kyc-1
test('the KYC page offers Retry when the KYC status fails to load', async () => {
  answers['GET /api/kyc/status'] = () => Response.json({}, { status: 404 });
  show();
  expect(await screen.findByText('Loading')).toBeDefined();
  expect((await screen.findByRole('alert')).textContent).toContain('Could not load');
  answers['GET /api/kyc/status'] = () => Response.json(status);
  await press('Retry');
  expect(await screen.findByRole('heading', { name: 'Personal Info' })).toBeDefined();
});
