import { notificationTopics, type User } from '@florin/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ines } from '../../../test/ines.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { sentBody } from '../../../test/sent-body.ts';
import { meQuery } from '../../api/queries.ts';
import { storeSession } from '../../api/stored-session.ts';
import { ProfilePage } from './profile-page.tsx';

type Answer = (body: unknown) => Response | Promise<Response>;
let server: Record<string, Answer>;
let calls: [string, unknown][];

const channels = { email: true, push: true, sms: true };
const topics = Object.fromEntries(notificationTopics.map((topic) => [topic, channels]));
const topicsWithout = { ...topics, trades: { ...channels, email: false } };
const preferences = { email: true, push: true, sms: false, topics, sms_available: false, push_key: 'a-key' };

beforeEach(() => {
  calls = [];
  server = {
    'GET /api/payment-methods': () => Response.json([]),
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
}

describe('Notification Preferences', () => {
  const turn = async (name: string) => userEvent.click(await screen.findByRole('switch', { name }));
  const isOn = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name }).checked;

  // Rules: profile-9
  test('a notification switch changes immediately and reverts when the server rejects the change', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    server['PATCH /api/notifications/preferences'] = () => promise;
    await open();
    await turn('Email Notifications');
    expect(isOn('Email Notifications')).toBe(false);
    resolve(Response.json({ code: 'busy', detail: 'Please try again', request_id: 'r' }, { status: 503 }));
    expect(await screen.findByText('Please try again')).toBeDefined();
    expect(isOn('Email Notifications')).toBe(true);
    expect(calls).toEqual([['PATCH /api/notifications/preferences', { email: false }]]);
  });

  // Rules: profile-9
  test('the SMS switch works and shows a note if the server sends no text messages', async () => {
    let kept: object = preferences;
    server['PATCH /api/notifications/preferences'] = (body) => {
      kept = { ...kept, ...Object(body) };
      return Response.json(kept);
    };
    await open();
    const sms = await screen.findByRole<HTMLInputElement>('switch', { name: 'SMS Notifications' });
    const about = document.getElementById(sms.getAttribute('aria-describedby') ?? '');
    expect(about?.textContent).toContain('This server sends no text messages yet. Your choice is saved.');
    for (const on of [true, false]) {
      await turn('SMS Notifications');
      await waitFor(() => expect(calls.at(-1)).toEqual(['PATCH /api/notifications/preferences', { sms: on }]));
      expect(['Email Notifications', 'Push Notifications', 'SMS Notifications'].map(isOn)).toEqual([true, true, on]);
    }
  });

  test.each([
    ['no number', { phone: null }, 'To get texts, add and confirm your phone number above.'],
    ['an unconfirmed number', { phone: '+351 912 345 678' }, 'To get texts, confirm your phone number above.'],
  ])('the SMS switch shows the missing condition for text messages with %s', async (_, given, words) => {
    server['GET /api/notifications/preferences'] = () =>
      Response.json({ ...preferences, sms: true, sms_available: true });
    await open({ ...ines, ...given, phone_confirmed: false });
    expect(await screen.findByText(words)).toBeDefined();
  });

  test('a topic can be switched per channel, but security emails stay on', async () => {
    server['PATCH /api/notifications/preferences'] = () => Response.json({ ...preferences, topics: topicsWithout });
    await open();
    const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });
    await userEvent.click(await box('Email about Trades'));
    expect(calls).toEqual([['PATCH /api/notifications/preferences', { topics: { trades: { email: false } } }]]);
    expect((await box('Email about Trades')).checked).toBe(false);
    expect((await box('Push about Trades')).checked).toBe(true);
    const security = await box('Email about Security');
    expect([security.checked, security.disabled]).toEqual([true, true]);
  });

  test('turning push on asks for permission before saving, because some browsers need a recent click', async () => {
    const order: string[] = [];
    const requestPermission = async () => {
      order.push('asked');
      return 'denied';
    };
    vi.stubGlobal('Notification', { permission: 'default', requestPermission });
    vi.stubGlobal('PushManager', class {});
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: {} }));
    const off = { ...preferences, push: false };
    server['GET /api/notifications/preferences'] = () => Response.json(off);
    server['PATCH /api/notifications/preferences'] = () => {
      order.push('saved');
      return Response.json({ ...off, push: true });
    };
    await open();
    await turn('Push Notifications');
    await waitFor(() => expect(order).toEqual(['asked', 'saved']));
    expect(isOn('Push Notifications')).toBe(true);
  });

  // Rules: profile-9
  test('the push switch works in a browser without push support and shows a note', async () => {
    let push = true;
    server['PATCH /api/notifications/preferences'] = () => Response.json({ ...preferences, push: (push = !push) });
    await open();
    expect(await screen.findByText(/This browser doesn’t support push messages/)).toBeDefined();
    for (const on of [false, true]) {
      await turn('Push Notifications');
      await waitFor(() => expect(isOn('Push Notifications')).toBe(on));
    }
  });

  test('the push switch is disabled if the server sends no push messages', async () => {
    const none = { ...preferences, push: false, push_key: null };
    server['GET /api/notifications/preferences'] = () => Response.json(none);
    await open();
    expect(await screen.findByText('This server sends no push messages.')).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Push Notifications' }).disabled).toBe(true);
  });
});
