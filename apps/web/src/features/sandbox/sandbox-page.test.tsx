import type { CaughtMail, CaughtText } from '@florin/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { SandboxPage } from './sandbox-page.tsx';

const mailOf = (given: Partial<CaughtMail>): CaughtMail => ({
  id: 'm1',
  to: 'lea.moreau@florin.example',
  subject: 'Confirm your email address',
  text: 'Welcome to Florin.\n\nOpen this link within 24 hours to confirm:',
  link: 'http://127.0.0.1:3000/confirm-email#abc',
  created_at: '2026-10-24T09:12:00.000Z',
  sent_at: '2026-10-24T09:12:01.000Z',
  ...given,
});
const invitation = mailOf({ id: 'm2', to: 'piet@example.com', subject: 'Nora Lind sent you $5.00', link: null });

let mails: CaughtMail[];
let list: () => Response;
let texts: CaughtText[];
const requests: string[] = [];

beforeEach(() => {
  requests.length = 0;
  texts = [];
  mails = [invitation, mailOf({})];
  list = () => Response.json(mails);
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.startsWith('/api/sandbox/texts')) return Response.json(texts);
    requests.push(url);
    return list();
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = (at = '/sandbox') => renderScreen(SandboxPage, { at });
const subjects = () => screen.getAllByRole('listitem').map((mail) => mail.querySelector('.strong')?.textContent);

test('the outbox lists the mails and opens the newest one with its link', async () => {
  mails = [mailOf({}), invitation];
  show();
  expect(await screen.findByText('To piet@example.com', { exact: false })).toBeDefined();
  expect(subjects()).toEqual(['Confirm your email address', 'Nora Lind sent you $5.00']);
  const items = screen.getAllByRole('group').filter((item) => item.matches('.caught'));
  expect(items.map((mail) => mail.hasAttribute('open'))).toEqual([true, false]);
  const link = screen.getByRole('link', { name: /^Open the link/ });
  expect(link.getAttribute('href')).toBe('http://127.0.0.1:3000/confirm-email#abc');
});

test.each([
  ['/sandbox', '/api/sandbox/mails/m1/page'],
  ['/sandbox#the-key', '/api/sandbox/mails/m1/page?key=the-key'],
])('the outbox at %s shows a mail as HTML in a sandboxed frame', async (at, src) => {
  mails = [mailOf({})];
  show(at);
  const frame = await screen.findByTitle('“Confirm your email address” as HTML');
  expect(frame.getAttribute('src')).toBe(src);
  expect(frame.getAttribute('sandbox')).toBe('allow-popups allow-popups-to-escape-sandbox');
});

test('the sandbox page says that it moves no money and sends no mail', async () => {
  show();
  expect(await screen.findByText(/no money moves, and no mail is sent/)).toBeDefined();
});

test('a new mail appears automatically in the outbox, and open mails stay open', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  mails = [mailOf({})];
  show();
  const first = await screen.findByText('Confirm your email address');
  expect(first.closest('details')?.open).toBe(true);
  mails = [invitation, mailOf({})];
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await screen.findByText('Nora Lind sent you $5.00')).toBeDefined();
  expect(first.closest('details')?.open).toBe(true);
});

test('the outbox filters by a partial address locally and by a complete address on the server', async () => {
  show();
  const filter = await screen.findByRole('searchbox', { name: 'Filter by address' });
  await screen.findByText('Nora Lind sent you $5.00');
  await userEvent.type(filter, 'LEA');
  await waitFor(() => expect(subjects()).toEqual(['Confirm your email address']));
  expect(new Set(requests)).toEqual(new Set(['/api/sandbox/mails']));
  await userEvent.clear(filter);
  await userEvent.type(filter, 'piet@example.com');
  await waitFor(() => expect(requests).toContain('/api/sandbox/mails?to=piet%40example.com'));
  await waitFor(() => expect(subjects()).toEqual(['Nora Lind sent you $5.00']));
});

test('a link to the outbox with an address shows only mails to the address', async () => {
  show('/sandbox?to=nobody@example.com');
  expect(await screen.findByText('No mail to this address')).toBeDefined();
  expect(requests).toContain('/api/sandbox/mails?to=nobody%40example.com');
});

test('an empty outbox shows an empty state', async () => {
  mails = [];
  show();
  expect(await screen.findByText('No mail yet')).toBeDefined();
});

test('an outbox that fails to load shows an error and Retry', async () => {
  list = () => Response.json({}, { status: 404 });
  show();
  expect(await screen.findByText('Could not load')).toBeDefined();
  list = () => Response.json(mails);
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Nora Lind sent you $5.00')).toBeDefined();
});

test('the sandbox page lists test tokens and test amounts', async () => {
  show();
  await screen.findByRole('heading', { name: 'What you can try' });
  for (const text of ['tok_visa', 'tok_mastercard', 'tok_declined', 'Ending in .13', 'Ending in .44'])
    expect(screen.getByText(text)).toBeDefined();
});

test('the sandbox page lists text messages if there are any', async () => {
  show();
  await screen.findByText('Nora Lind sent you $5.00');
  expect(screen.queryByRole('region', { name: 'Text messages' })).toBeNull();
  cleanup();
  const created_at = '2026-10-24T09:12:00.000Z';
  texts = [{ id: 't1', to: '+351912345678', text: '123456 is your Florin code.', created_at, sent_at: null }];
  show();
  const region = await screen.findByRole('region', { name: 'Text messages' });
  expect(region.textContent).toContain('123456 is your Florin code.');
  expect(region.textContent).toContain('To +351912345678');
});
