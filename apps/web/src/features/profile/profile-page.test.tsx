import type { KycStatus, PaymentMethod, User } from '@florin/contract';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findToast } from '../../../test/find-toast.ts';
import { ines } from '../../../test/ines.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { sentBody } from '../../../test/sent-body.ts';
import { meQuery } from '../../api/queries.ts';
import { storeSession } from '../../api/stored-session.ts';
import { showPendingToast } from '../../ui/toast.ts';
import { ProfilePage } from './profile-page.tsx';

type Answer = (body: unknown) => Response | Promise<Response>;
let server: Record<string, Answer>;
let calls: [string, unknown][];
let methods: PaymentMethod[];

const visa: PaymentMethod = { id: 'm1', type: 'card', label: 'Visa •••• 4242', is_default: true, expiry: '08/29' };
const bank: PaymentMethod = {
  id: 'm2',
  type: 'bank',
  label: 'Sandbox Bank •••• 6789',
  is_default: false,
  account_number: '•••• 6789',
};
const balance: PaymentMethod = { id: 'usd_balance', type: 'balance', label: 'USD balance', is_default: false };
const limits = { daily: 10_000, daily_exact: '10000.00', monthly: 100_000, monthly_exact: '100000.00' };
const used = { used_today: 0, used_today_exact: '0.00', used_this_month: 0, used_this_month_exact: '0.00' };
const undecided = { submitted_at: null, decided_at: null, reasons: [], may_retry_at: null };
const newNameChecked: KycStatus = {
  status: 'none',
  new_name: 'Ines Moreau',
  level: 2,
  limits: { ...limits, ...used },
  next_limits: null,
  ...undecided,
};
const preferences = { email: true, push: true, sms: false, sms_available: false, push_key: 'a-key' };

beforeEach(() => {
  calls = [];
  methods = [visa, bank, balance];
  server = {
    'GET /api/payment-methods': () => Response.json(methods),
    'GET /api/notifications/preferences': () => Response.json(preferences),
  };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const call = `${init.method} ${url}`;
    if (init.method !== 'GET') calls.push([call, sentBody(init)]);
    return server[call]?.(sentBody(init)) ?? new Response(null, { status: 404 });
  });
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function open(user: User = ines) {
  storeSession({ token: 'a-token', user });
  const shown = renderScreen(ProfilePage, { at: '/profile' });
  shown.queryClient.setQueryData(meQuery.queryKey, user);
  await screen.findByRole('heading', { name: 'Profile & Settings' });
  return shown;
}

const refused = (code: string, detail: string, status: number, fields = {}) =>
  Response.json({ code, detail, request_id: 'r', fields }, { status });
const section = (name: string) => within(screen.getByRole('region', { name }));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

describe('Profile card', () => {
  test('the profile card shows the name, the Verified Account badge and the KYC level', async () => {
    await open();
    const card = section('Your account');
    expect(card.getByRole('heading', { name: ines.name })).toBeDefined();
    expect(card.getByText('Verified Account')).toBeDefined();
    expect(card.getByRole('link', { name: 'KYC Status: Level 2' }).getAttribute('href')).toBe('/kyc');
    expect(card.queryByRole('button', { name: 'Remove photo' })).toBeNull();
  });

  test('the profile card shows no badge for an unverified member', async () => {
    await open({ ...ines, verified: false, kyc_level: 1 });
    expect(screen.queryByText('Verified Account')).toBeNull();
    expect(screen.getByRole('link', { name: 'KYC Status: Level 1' })).toBeDefined();
  });

  test('Log Out shows a toast and opens the login page', async () => {
    server['POST /api/auth/logout'] = () => new Response(null, { status: 204 });
    const { router } = await open();
    await press('Log Out');
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    act(showPendingToast); // The login page shows the toast.
    expect(await screen.findByText('Logged out successfully')).toBeDefined();
    expect(localStorage.getItem('token')).toBeNull();
  });

  // Rules: profile-1
  test('the profile card shows the photo and can remove it', async () => {
    server['DELETE /api/auth/me/avatar'] = () => Response.json({ ...ines, avatar: null });
    await open({ ...ines, avatar: '/api/avatars/1' });
    expect(document.querySelector('.picture img')?.getAttribute('src')).toBe('/api/avatars/1');
    await press('Remove photo');
    await waitFor(() => expect(document.querySelector('.picture img')).toBeNull());
  });

  test('leaving the profile page while cropping frees the memory of the picture', async () => {
    const revoked: string[] = [];
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:chosen');
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void revoked.push(url));
    HTMLImageElement.prototype.decode = async () => undefined;
    await open();
    // The format is detected by the first bytes, so the file name has no extension.
    const file = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], '1000012345');
    await userEvent.upload(screen.getByLabelText<HTMLInputElement>('Photo'), file);
    await screen.findByRole('dialog', { name: 'Your photo' });
    expect(revoked).toEqual([]);
    cleanup();
    expect(revoked).toEqual(['blob:chosen']);
  });

  test('the profile rejects a file that is not a picture without uploading it', async () => {
    await open();
    const input = screen.getByLabelText<HTMLInputElement>('Photo');
    const file = new File(['MZ'], 'me.exe', { type: 'application/octet-stream' });
    await userEvent.setup({ applyAccept: false }).upload(input, file);
    expect(await screen.findByText('Choose a JPG, PNG, WebP or HEIC picture.')).toBeDefined();
    expect(calls).toEqual([]);
  });
});

describe('Personal Information', () => {
  // Rules: profile-3
  test('personal information is read-only until Edit, and Save stores it and shows a toast', async () => {
    server['PATCH /api/auth/me'] = (body) => Response.json({ ...ines, ...Object(body) });
    await open();
    for (const label of ['Full Name', 'Email', 'Phone Number']) expect(field(label).readOnly).toBe(true);
    expect(field('Email').type).toBe('email');
    expect(field('Phone Number').type).toBe('tel');
    expect(field('Phone Number').value).toBe('');
    await press('Edit');
    expect(document.activeElement).toBe(field('Full Name'));
    await userEvent.type(field('Phone Number'), '+351 912 345 678');
    await press('Save');
    expect(await screen.findByText('Profile updated successfully!')).toBeDefined();
    expect(calls).toEqual([['PATCH /api/auth/me', { phone: '+351 912 345 678' }]]);
    expect(field('Phone Number').readOnly).toBe(true);
    expect(field('Phone Number').value).toBe('+351 912 345 678');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' }));
  });

  test('the profile shows an error at each invalid field and sends no request', async () => {
    await open();
    await press('Edit');
    await userEvent.clear(field('Full Name'));
    await userEvent.type(field('Email'), '@');
    await userEvent.type(field('Phone Number'), '912');
    await press('Save');
    expect(field('Full Name').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Enter your name')).toBeDefined();
    expect(screen.getByText('Enter an email such as name@example.com')).toBeDefined();
    expect(screen.getByText('Add the country code, such as +351 912 345 678')).toBeDefined();
    expect(calls).toEqual([]);
    await press('Cancel');
    expect(field('Full Name').value).toBe(ines.name);
  });

  test('the profile form stays open when the server rejects the change', async () => {
    server['PATCH /api/auth/me'] = () => refused('invalid_request', 'name: too long', 422, { name: 'Too long' });
    await open();
    await press('Edit');
    await userEvent.type(field('Full Name'), 'x');
    await press('Save');
    expect(await screen.findByText('Too long')).toBeDefined();
    expect(field('Full Name').readOnly).toBe(false);
  });

  // Rules: identity-24
  test('a new name on a verified account offers an identity check, and changes nothing before the check', async () => {
    const { router } = await open();
    await press('Edit');
    expect(screen.getByText('Your name is verified. A new name needs a new identity check.')).toBeDefined();
    await userEvent.clear(field('Full Name'));
    await userEvent.type(field('Full Name'), 'Ines Moreau');
    server['PATCH /api/auth/me'] = () => refused('name_locked', 'Your name is verified.', 409);
    await press('Save');
    const dialog = within(await screen.findByRole('dialog', { name: 'Change your verified name' }));
    expect(
      dialog.getByText(/^Your verified name is Ines Almeida\. To change it to Ines Moreau, show a document/),
    ).toBeDefined();
    expect(screen.queryByText('Profile updated successfully!')).toBeNull();
    server['POST /api/kyc/name-change'] = () =>
      refused('verification_closed', 'A new name is being checked already.', 409);
    await userEvent.click(dialog.getByRole('button', { name: 'Start identity check' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('A new name is being checked already.');
    server['POST /api/kyc/name-change'] = () => Response.json(newNameChecked);
    await userEvent.click(dialog.getByRole('button', { name: 'Start identity check' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/kyc'));
    expect(calls.at(-1)).toEqual(['POST /api/kyc/name-change', { name: 'Ines Moreau' }]);
  });

  test('the profile saves only the phone number when a verified member keeps the old name', async () => {
    server['PATCH /api/auth/me'] = (body) =>
      'name' in Object(body)
        ? refused('name_locked', 'Your name is verified.', 409)
        : Response.json({ ...ines, phone: '+351 912 345 678' });
    await open();
    await press('Edit');
    await userEvent.type(field('Full Name'), 'x');
    await userEvent.type(field('Phone Number'), '+351 912 345 678');
    await press('Save');
    const dialog = within(await screen.findByRole('dialog', { name: 'Change your verified name' }));
    expect(calls.at(-1)).toEqual(['PATCH /api/auth/me', { phone: '+351 912 345 678' }]);
    await userEvent.click(dialog.getByRole('button', { name: 'Keep my name' }));
    expect(field('Full Name').value).toBe('Ines Almeida');
  });

  // Rules: profile-4
  test('a new email asks for the password, shows where the link was sent and shows the success toast', async () => {
    server['POST /api/auth/email/change'] = () => refused('bad_credentials', 'Incorrect password.', 400);
    await open();
    await press('Edit');
    await userEvent.clear(field('Email'));
    await userEvent.type(field('Email'), 'Ines@elsewhere.example');
    await press('Save');
    const dialog = within(await screen.findByRole('dialog', { name: 'Change your email' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Send the link' }));
    expect(dialog.getByText('Enter your password')).toBeDefined();
    await userEvent.type(dialog.getByLabelText('Current password'), 'wrong{Enter}');
    expect(await dialog.findByText('Incorrect password.')).toBeDefined();
    server['POST /api/auth/email/change'] = () => new Response(null, { status: 204 });
    await userEvent.type(dialog.getByLabelText('Current password'), 'ly right{Enter}');
    expect(await screen.findByText('Open the link that we mailed to ines@elsewhere.example.')).toBeDefined();
    expect(await findToast('Profile updated successfully!')).toBeDefined();
    expect(calls.at(-1)?.[1]).toEqual({ email: 'ines@elsewhere.example', current_password: 'wrongly right' });
    expect(field('Email').value, 'the email stays until the link is opened').toBe(ines.email);
  });
});

describe('Payment Methods', () => {
  // Rules: profile-7
  test('the profile lists payment methods with details, marks the default, and cannot remove the balance', async () => {
    await open();
    const list = section('Payment Methods');
    const row = within((await list.findByText(visa.label)).closest('li') ?? document.body);
    expect(row.getByText('Default')).toBeDefined();
    expect(row.getByText('Expires 08/29')).toBeDefined();
    expect(list.getByText('Account •••• 6789')).toBeDefined();
    expect(list.queryByRole('button', { name: 'Remove USD balance' })).toBeNull();
  });

  test('the profile adds a payment method with a sandbox token', async () => {
    server['POST /api/payment-methods'] = () => Response.json({ ...bank, id: 'm3', label: 'Mastercard •••• 4444' });
    await open();
    await press('Add New');
    await userEvent.click(await screen.findByRole('button', { name: 'Mastercard •••• 4444' }));
    expect(await screen.findByText('Mastercard •••• 4444 added')).toBeDefined();
    expect(calls).toEqual([['POST /api/payment-methods', { token: 'tok_mastercard' }]]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('the profile removes a payment method after confirmation and shows the new default', async () => {
    server['DELETE /api/payment-methods/m1'] = () => {
      methods = [{ ...bank, is_default: true }, balance];
      return new Response(null, { status: 204 });
    };
    await open();
    await userEvent.click(await screen.findByRole('button', { name: `Remove ${visa.label}` }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText(`${visa.label} removed`)).toBeDefined();
    await waitFor(() => expect(section('Payment Methods').queryByText(visa.label)).toBeNull());
    expect(await section('Payment Methods').findByText('Default')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add New' }));
  });

  test('the profile makes another payment method the default', async () => {
    server['PATCH /api/payment-methods/m2'] = () => {
      methods = [{ ...visa, is_default: false }, { ...bank, is_default: true }, balance];
      return Response.json(methods[1]);
    };
    await open();
    await userEvent.click(await screen.findByRole('button', { name: `Make default: ${bank.label}` }));
    expect(await screen.findByRole('button', { name: `Make default: ${visa.label}` })).toBeDefined();
  });

  test('the profile offers Retry when the payment methods fail to load', async () => {
    server['GET /api/payment-methods'] = () => refused('not_found', 'no', 404);
    await open();
    const failed = within(await section('Payment Methods').findByRole('alert'));
    server['GET /api/payment-methods'] = () => Response.json(methods);
    await userEvent.click(failed.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(visa.label)).toBeDefined();
  });
});
