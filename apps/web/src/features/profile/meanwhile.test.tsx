import { notificationTopics } from '@florin/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findToast } from '../../../test/find-toast.ts';
import { ines } from '../../../test/ines.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { meQuery } from '../../api/queries.ts';
import { storeSession } from '../../api/stored-session.ts';
import { ProfilePage } from './profile-page.tsx';

const channels = { email: true, push: true, sms: true };
const topics = Object.fromEntries(notificationTopics.map((topic) => [topic, channels]));
const kept = { email: true, push: false, sms: false, topics, sms_available: true, push_key: null };
let answers: Record<string, () => Response | Promise<Response>>;

beforeEach(() => {
  answers = {
    'GET /api/payment-methods': () => Response.json([]),
    'GET /api/notifications/preferences': () => Response.json(kept),
  };
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    return answers[`${method} ${url}`]?.() ?? new Response(null, { status: 404 });
  });
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  localStorage.clear();
  vi.unstubAllGlobals();
});

async function open() {
  storeSession({ token: 'a-token', user: ines });
  const { queryClient } = renderScreen(ProfilePage, { at: '/profile' });
  queryClient.setQueryData(meQuery.queryKey, ines);
  await screen.findByRole('heading', { name: 'Profile & Settings' });
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

test('the profile keeps text typed during a save for the next save, and disables Cancel during the save', async () => {
  const answer = Promise.withResolvers<Response>();
  answers['PATCH /api/auth/me'] = () => answer.promise;
  await open();
  await press('Edit');
  await userEvent.type(field('Full Name'), ' Maria');
  await press('Save');
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true);
  await userEvent.type(field('Phone Number'), '+351 912 345 678');
  answer.resolve(Response.json({ ...ines, name: `${ines.name} Maria` }));
  await findToast('Profile updated successfully!');
  expect(field('Phone Number').value).toBe('+351 912 345 678');
  answers['PATCH /api/auth/me'] = () => Response.json({ ...ines, phone: '+351 912 345 678' });
  await press('Save');
  await waitFor(() => expect(field('Phone Number').readOnly).toBe(true));
});

test('the notification preferences reload after two switch changes fail', async () => {
  const first = Promise.withResolvers<Response>();
  const failed = () => Response.json({ code: 'busy', detail: 'Please try again', request_id: 'r' }, { status: 503 });
  answers['PATCH /api/notifications/preferences'] = () => first.promise;
  await open();
  const email = await screen.findByRole<HTMLInputElement>('switch', { name: 'Email Notifications' });
  await userEvent.click(email);
  await userEvent.click(screen.getByRole('switch', { name: 'SMS Notifications' }));
  answers['PATCH /api/notifications/preferences'] = failed;
  first.resolve(failed());
  await waitFor(() => expect(screen.getAllByText('Please try again').length).toBeGreaterThan(1));
  await waitFor(() => expect(email.checked).toBe(true));
});
