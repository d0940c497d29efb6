import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../../../test/render-screen.tsx';
import { DocsPage } from './docs-page.tsx';

const secret = 'flr_test_0123456789abcdefghijABCDEFGHIJ0123456789abcdefgh';

let calls: [string, RequestInit][];
beforeEach(() => {
  calls = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push([url, init]);
    return Response.json([{ currency: 'USD', available_exact: '12.00' }]);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = () => renderScreen(DocsPage, { at: '/developers/docs' });
/** Returns the text in one line. */
const textOf = (element: HTMLElement) => element.textContent.replaceAll(/\s+/g, ' ');
const guide = (name: string) => screen.findByRole('region', { name });

test('the guides show samples in curl or JavaScript, with the server’s address and without a key', async () => {
  open();
  const hold = await guide('See what you hold');
  expect(textOf(hold)).toContain(`curl "${location.origin}/api/wallets" \\ -H "Authorization: Bearer $FLORIN_KEY"`);
  await userEvent.click(screen.getByRole('button', { name: 'JavaScript' }));
  expect(textOf(hold)).toContain(`baseUrl: '${location.origin}', key: process.env.FLORIN_KEY`);
  expect(textOf(await guide('Receive webhooks'))).toContain('npm run florin -- listen');
});

test('a pasted key is filled into the samples, and Run shows the answer of a call with this key', async () => {
  open();
  const hold = await guide('See what you hold');
  const run = within(hold).getByRole('button', { name: /^Run/ });
  await userEvent.click(run);
  expect(within(hold).getByText('Paste a key first').id).toBe(run.getAttribute('aria-describedby'));
  expect(calls).toEqual([]);
  await userEvent.type(screen.getByLabelText('API key for the samples'), `  ${secret} `);
  expect(textOf(hold)).toContain(`Authorization: Bearer ${secret}`);
  await userEvent.click(within(hold).getByRole('button', { name: /^Run/ }));
  await within(hold).findByText('Answer 200');
  expect(textOf(hold)).toContain('"available_exact": "12.00"');
  expect(calls).toMatchObject([
    ['/api/wallets', { headers: { authorization: `Bearer ${secret}` }, credentials: 'omit' }],
  ]);
  const stored = [localStorage, sessionStorage].map((storage) => JSON.stringify(Object.entries(storage)));
  expect(stored.join(' ')).not.toContain(secret);
});

test('pasted text that is not a key stays out of the samples', async () => {
  open();
  await userEvent.type(await screen.findByLabelText('API key for the samples'), `flr_test_'; rm -rf /`);
  screen.getByText('An API key begins with flr_test_ or flr_live_.');
  expect(textOf(await guide('See what you hold'))).toContain('Bearer $FLORIN_KEY');
});

test('only reading samples can run', async () => {
  open();
  await screen.findByRole('heading', { name: 'Guides' });
  const runs = screen.getAllByRole('button', { name: /^Run/ }).map((button) => button.textContent);
  expect(runs).toEqual([
    'Run the sample: See what you hold',
    'Run the sample: Receive webhooks',
    'Run the sample: Read what you missed',
  ]);
});

test('Run says next to the sample that the server cannot be reached', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')));
  open();
  const hooks = await guide('Receive webhooks');
  await userEvent.click(within(hooks).getByRole('button', { name: /^Run/ }));
  expect(await within(hooks).findByText('The server could not be reached. Try again.')).toBeTruthy();
});

test('the guides link to keys, webhooks and the reference', async () => {
  open();
  expect((await screen.findByRole('link', { name: 'API keys' })).getAttribute('href')).toBe('/developers');
  expect(screen.getByRole('link', { name: 'webhook' }).getAttribute('href')).toBe('/developers?tab=webhooks');
  expect(screen.getByRole('link', { name: 'All calls' }).getAttribute('href')).toBe('/api/docs');
});
