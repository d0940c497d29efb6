import type { KycDraft, KycStatus } from '@florin/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeUpload } from '../../../test/fake-upload.ts';
import { leaveMeanwhile } from '../../../test/leave-meanwhile.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { sentBody } from '../../../test/sent-body.ts';
import { askAgain } from '../../api/what-changed.ts';
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
/** The calls that outlive the page. */
let outliving: string[];

beforeEach(() => {
  status = fresh;
  draft = { form: {}, files: [] };
  saved = [];
  outliving = [];
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
    if (init.keepalive) outliving.push(call);
    return answers[call]?.(sentBody(init)) ?? new Response(null, { status: 404 });
  });
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  FakeUpload.all.length = 0;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const show = () => renderScreen(KycPage, { at: '/kyc' });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('the wizard', () => {
  test('shows what is missing at its fields and stays', async () => {
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

  test('keeps what is typed before it goes on, and comes back from there', async () => {
    draft = { form: { ...form, city: '', id_number: '' }, files: [] };
    show();
    await userEvent.type(await screen.findByLabelText('City'), 'Porto');
    await press('Continue');
    expect(await screen.findByRole('heading', { name: 'ID Document' })).toBe(document.activeElement);
    expect(saved).toEqual([{ city: 'Porto' }]);
    await press('Back');
    expect(await screen.findByRole('heading', { name: 'Personal Info' })).toBe(document.activeElement);
    expect(screen.getByLabelText('City')).toHaveProperty('value', 'Porto');
  });

  test('keeps what was typed last as the page is left, by a call that outlives it', async () => {
    show();
    await userEvent.type(await screen.findByLabelText('City'), 'Porto');
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(saved.at(-1)).toEqual({ city: 'Porto' }));
    expect(outliving).toEqual(['PUT /api/kyc/draft']);
  });

  // Rules: kyc-5
  test('takes one of three documents, a passport unless another is chosen', async () => {
    draft = { form: { ...form, id_type: undefined, id_number: '' }, files: [] };
    show();
    await screen.findByRole('heading', { name: 'ID Document' });
    const tiles = screen.getAllByRole<HTMLInputElement>('radio');
    expect(tiles.map((tile) => tile.closest('label')?.querySelector('b')?.textContent)).toEqual([
      'Passport',
      "Driver's License",
      'National ID',
    ]);
    expect(tiles.map(({ checked }) => checked)).toEqual([true, false, false]);
  });

  test('does not go on with what could not be kept', async () => {
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

  test('sends a photo with its side and tells how far it is', async () => {
    draft = { form: { ...form, id_type: 'national_id' }, files: [] };
    show();
    const jpeg = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'back.jpg', { type: 'image/jpeg' });
    await userEvent.upload(await screen.findByLabelText('Back of the document', { selector: 'input' }), jpeg);
    const bar = await screen.findByRole('progressbar', { name: 'Uploading back.jpg' });
    const [request] = FakeUpload.all;
    expect(request?.body?.get('kind')).toBe('back');
    request?.tellProgress(1, 2);
    await waitFor(() => expect(bar).toHaveProperty('value', 0.5));
    await press('Continue');
    expect(screen.getByRole('heading', { name: 'ID Document' })).toBeDefined();
    const detail = 'The picture is damaged or not complete.';
    request?.answer(422, JSON.stringify({ code: 'image_not_accepted', detail, request_id: 'r' }));
    expect((await screen.findByRole('alert')).textContent).toBe(detail);
    expect(screen.queryByRole('progressbar')).toBeNull();
  });
});

describe('submitting', () => {
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
  test('sends the form in snake case, thanks and goes to the dashboard', async () => {
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

  test('leaves whoever has gone to another page meanwhile where they are', async () => {
    const answer = Promise.withResolvers<Response>();
    answers['POST /api/kyc/submit'] = () => answer.promise;
    const { router } = show();
    await press('Submit for Review');
    await leaveMeanwhile(router, {
      answer: () => answer.resolve(Response.json({ ...fresh, status: 'pending', submitted_at })),
      said: 'KYC verification submitted successfully!',
    });
    expect(router.state.location.pathname).toBe('/transactions');
  });

  test('goes to what the server finds missing', async () => {
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

  test('too often says so', async () => {
    const detail = 'You have submitted your verification five times today. Please try again tomorrow.';
    answers['POST /api/kyc/submit'] = () =>
      Response.json({ code: 'too_many_requests', detail, request_id: 'r' }, { status: 429 });
    show();
    await press('Submit for Review');
    expect((await screen.findByRole('alert')).textContent).toBe(detail);
  });
});

test('what is decided elsewhere appears here by itself', async () => {
  status = { ...fresh, status: 'pending', submitted_at };
  const { queryClient } = show();
  expect(await screen.findByRole('heading', { name: 'In review' })).toBeDefined();
  expect(screen.getByText('Sent October 24, 09:20. Most checks end within a working day')).toBeDefined();
  expect(screen.getByText(/^Until then your Level 1 limits stay/).textContent).toBe(
    'Until then your Level 1 limits stay: $1,000.00 each day, $5,000.00 each month.',
  );
  status = { ...status, status: 'verified', level: 2, decided_at, next_limits: null };
  askAgain(queryClient, ['account']);
  expect(await screen.findByRole('heading', { name: 'KYC Verified!' })).toBeDefined();
  expect(screen.getByText('Level 2, since October 25')).toBeDefined();
  expect(document.activeElement?.textContent).toBe('KYC Verification');
});

// Rules: kyc-3
test('the verified card has level, limits and what is used of them', async () => {
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

describe('who was denied', () => {
  const reasons = [{ item: 'document', reason: 'The document is not valid.' } as const];

  test('waits until they may begin again', async () => {
    status = { ...fresh, status: 'denied', submitted_at, decided_at, reasons, may_retry_at: '2999-11-24T10:00:00' };
    show();
    await press('Begin again');
    expect(screen.getByText('You can begin again from November 24, 2999, 10:00.')).toBeDefined();
    expect(screen.getByText('The document is not valid.')).toBeDefined();
  });

  test('begins again with what was entered, the number unseen', async () => {
    status = { ...fresh, status: 'denied', submitted_at, decided_at, reasons, may_retry_at: '2020-11-24T10:00:00' };
    draft = { form: { ...form, id_number: '•••• 2913' }, files: [] };
    show();
    await press('Begin again');
    expect(await screen.findByRole('heading', { name: 'ID Document' })).toBe(document.activeElement);
    expect(screen.getByLabelText('ID number')).toHaveProperty('value', '');
    expect(screen.getByText('The one you sent ends in 2913. Leave this empty to keep it.')).toBeDefined();
  });
});

// Rules: kyc-1
test('what does not load can be asked for again', async () => {
  answers['GET /api/kyc/status'] = () => Response.json({}, { status: 404 });
  show();
  expect(await screen.findByText('Loading')).toBeDefined();
  expect((await screen.findByRole('alert')).textContent).toContain('Could not load');
  answers['GET /api/kyc/status'] = () => Response.json(status);
  await press('Retry');
  expect(await screen.findByRole('heading', { name: 'Personal Info' })).toBeDefined();
});
