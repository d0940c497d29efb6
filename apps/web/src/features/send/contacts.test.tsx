import type { Contact } from '@florin/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { lostAnswers } from '../../../test/lost-answers.ts';
import { ownRequestOf, paymentRequestOf } from '../../../test/payment-request-of.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { sentBody } from '../../../test/sent-body.ts';
import { SendPage } from './send-page.tsx';

type Answer = (body: unknown) => Response | Promise<Response>;
let server: Record<string, Answer>;

beforeEach(() => {
  server = {
    'GET /api/wallets': () => Response.json([]),
    'GET /api/contacts': () =>
      Response.json([lea, { ...lea, id: 'c2', name: 'Jonas Weber', email: 'jonas@florin.example' }]),
    'GET /api/payment-requests?state=open': () => Response.json([]),
  };
  vi.stubGlobal(
    'fetch',
    async (url: string, init: RequestInit) =>
      server[`${init.method} ${url}`]?.(sentBody(init)) ?? new Response(null, { status: 404 }),
  );
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

const lea: Contact = {
  id: 'c1',
  name: 'Léa Moreau',
  email: 'lea.moreau@florin.example',
  avatar: null,
  favorite: false,
  last_sent_at: '2026-11-21T08:00:00.000Z',
};

const refusal = () =>
  Response.json({ detail: 'Too many.', code: 'too_many_requests', request_id: 'r' }, { status: 429 });

const open = async () => {
  renderScreen(SendPage, { at: '/send' });
  await screen.findByRole('button', { name: /^Léa/ });
};

describe('contacts', () => {
  test('the favorite star of a contact fills immediately and empties again after a server error', async () => {
    let reject = () => undefined as void;
    server['PATCH /api/contacts/c1'] = () => new Promise((resolve) => (reject = () => resolve(refusal())));
    await open();
    const star = screen.getByRole('button', { name: 'Favorite Léa Moreau' });
    await userEvent.click(star);
    await waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('true'));
    reject();
    await waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('false'));
    expect(await screen.findByText('Too many.')).toBeDefined();
  });

  test.each(lostAnswers)('the favorite star of a contact shows the server’s state after %s', async (_, lost) => {
    server['PATCH /api/contacts/c1'] = () => {
      server['GET /api/contacts'] = () => Response.json([{ ...lea, favorite: true }]);
      return lost();
    };
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Favorite Léa Moreau' }));
    expect(await screen.findByText('The server did not answer. Please try again.')).toBeDefined();
    await waitFor(() => expect(screen.queryByText('Jonas Weber')).toBeNull());
    const star = screen.getByRole('button', { name: 'Favorite Léa Moreau' });
    expect(star.getAttribute('aria-pressed')).toBe('true');
  });

  const choose = async (item: string) => {
    await userEvent.click(screen.getByRole('button', { name: 'More for Léa Moreau' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: item }));
    return within(await screen.findByRole('dialog'));
  };

  test('renames a contact and requires a name', async () => {
    server['PATCH /api/contacts/c1'] = (body) => {
      expect(body).toEqual({ name: 'Léa' });
      return Response.json({ ...lea, name: 'Léa' });
    };
    await open();
    const dialog = await choose('Rename');
    await userEvent.clear(dialog.getByLabelText('Name'));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByText('Enter a name')).toBeDefined();
    await userEvent.type(dialog.getByLabelText('Name'), 'Léa{Enter}');
    expect(await screen.findByRole('button', { name: 'Favorite Léa' })).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('removes a contact after confirmation and focuses the heading', async () => {
    server['DELETE /api/contacts/c1'] = () => new Response(null, { status: 204 });
    await open();
    const dialog = await choose('Remove');
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Léa/ })).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Recent Contacts' })));
  });
});

test('the Send page lists incoming requests below the contacts', async () => {
  server['GET /api/payment-requests?state=open'] = () =>
    Response.json([paymentRequestOf(), ownRequestOf({ id: 'r2' })]);
  await open();
  const waiting = within(await screen.findByRole('region', { name: 'Waiting for you' }));
  expect(waiting.getByText('1 request')).toBeDefined();
  expect(waiting.getByRole('article', { name: 'Hana Sato requested $24.00' })).toBeDefined();
});
