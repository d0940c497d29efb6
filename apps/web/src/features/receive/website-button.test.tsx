import type { User } from '@florin/contract';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { meQuery } from '../../api/queries.ts';
import { storeSession } from '../../api/stored-session.ts';
import { acme } from '../../../test/acme.ts';
import { ines } from '../../../test/ines.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { ReceivePage } from './receive-page.tsx';

const clipboard: string[] = [];

beforeEach(() => {
  clipboard.length = 0;
  vi.stubGlobal('fetch', async () => Response.json([]));
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

async function open(member: User) {
  const user = userEvent.setup();
  const write = async (text: string) => void clipboard.push(text);
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: write } });
  storeSession({ token: 'a-token', user: member });
  renderScreen(ReceivePage, { at: '/receive' }).queryClient.setQueryData(meQuery.queryKey, member);
  return { user, details: within(await screen.findByRole('region', { name: 'Payment details' })) };
}

const link = `${location.origin}/pay/payments@acme.example`;

test('the Receive page of a business copies a button and a plain link for its website', async () => {
  const { user, details } = await open(acme);
  await user.click(details.getByText('Button for your website'));
  await user.click(details.getByRole('button', { name: 'Copy button' }));
  await user.click(details.getByRole('button', { name: 'Copy plain link' }));
  expect(clipboard).toEqual([
    `<script src="${location.origin}/pay-with-florin.js" async></script>\n<florin-pay href="${link}"></florin-pay>`,
    `<a href="${link}">Pay with Florin</a>`,
  ]);
});

test('the button for a website has the amount and the note of the link, escaped as HTML', async () => {
  const { user, details } = await open(acme);
  await user.click(details.getByRole('button', { name: 'Set an amount' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.type(dialog.getByLabelText('Amount'), '25');
  await user.type(dialog.getByLabelText('Note'), '"Lunch" & more{Enter}');
  await user.click(details.getByText('Button for your website'));
  await user.click(details.getByRole('button', { name: 'Copy plain link' }));
  const { body } = new DOMParser().parseFromString(clipboard[0] ?? '', 'text/html');
  const copied = new URL(body.querySelector('a')?.href ?? '');
  expect(Object.fromEntries(copied.searchParams)).toEqual({ amount: '25.00', currency: 'USD', note: '"Lunch" & more' });
  expect(clipboard[0]).toContain('amount=25.00&amp;currency=USD&amp;note=%22Lunch%22');
});

test('the Receive page of a person has no button for websites', async () => {
  const { details } = await open(ines);
  expect(details.queryByText('Button for your website')).toBeNull();
});
