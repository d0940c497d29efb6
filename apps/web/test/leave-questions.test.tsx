import { Link } from '@tanstack/react-router';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeSession } from '../src/api/stored-session.ts';
import { EditDetails } from '../src/features/business/edit-details.tsx';
import { RulesEditor } from '../src/features/business/rules/rules-editor.tsx';
import { InvoiceEditor } from '../src/features/invoices/invoice-editor.tsx';
import { NewInvoicePage } from '../src/features/invoices/new-invoice-page.tsx';
import { watchLayers } from '../src/ui/history-layers.ts';
import { ines } from './ines.ts';
import { invoiceOf, invoiceSettings } from './invoice-of.ts';
import { renderScreen } from './render-screen.tsx';

const details = {
  form: 'company',
  country: 'PT',
  street_address: 'Rua do Ouro 17',
  city: 'Lisboa',
  postal_code: '1100-061',
  registration_number: 'PT 501 442 600',
  activity: 'Bakes bread.',
  owners: [{ name: 'Ines Almeida', share: 60 }],
} as const;
const ignore = () => undefined;
const rule = { name: 'rule', over: '100', effect: 'approve' } as const;
const note = (user: User) => user.type(screen.getByLabelText('Note'), 'Thank you');

type User = ReturnType<typeof userEvent.setup>;
const forms: readonly (readonly [name: string, form: () => ReactNode, change: (user: User) => Promise<void>])[] = [
  ['a new invoice', () => <InvoiceEditor onSaved={ignore} onCancel={ignore} />, note],
  ['a draft', () => <InvoiceEditor draft={invoiceOf({ state: 'draft' })} onSaved={ignore} onCancel={ignore} />, note],
  [
    'company details',
    () => <EditDetails details={{ ...details, owners: [...details.owners] }} onClose={ignore} />,
    (user) => user.type(screen.getByLabelText('What does the business do?'), ' And cakes.'),
  ],
  [
    'rules',
    () => <RulesEditor saved={{ rules: [rule], version: 1, sentences: [] }} />,
    (user) => user.click(screen.getByRole('button', { name: /^Remove/ })),
  ],
];

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json(invoiceSettings));
  storeSession({ token: 'a-token', user: ines });
  watchLayers();
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

async function open(form: () => ReactNode) {
  const Screen = () => (
    <>
      <Link to="/dashboard">Dashboard</Link>
      {form()}
    </>
  );
  const { router } = renderScreen(Screen, { at: '/business' });
  return { user: userEvent.setup(), router, link: await screen.findByRole('link', { name: 'Dashboard' }) };
}

const question = async () => within(await screen.findByRole('dialog', { name: 'Discard your changes?' }));
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test.each(forms)('a link leaves %s without a question if nothing was changed', async (_name, form) => {
  const { user, link } = await open(form);
  await user.click(link);
  expect(await screen.findByText('at /dashboard')).toBeDefined();
});

test.each(forms)('a link asks before it discards the changes of %s', async (_name, form, change) => {
  const { user, link, router } = await open(form);
  await change(user);
  await user.click(link);
  await user.click((await question()).getByRole('button', { name: 'Keep editing' }));
  await gone();
  expect(router.state.location.pathname).toBe('/business');
  await user.click(link);
  await user.click((await question()).getByRole('button', { name: 'Discard' }));
  expect(await screen.findByText('at /dashboard')).toBeDefined();
});

test.each(forms)('Back asks before it discards the changes of %s', async (_name, form, change) => {
  const { user } = await open(form);
  await change(user);
  await waitFor(() => expect(history.state).toMatchObject({ layer: 1 }));
  history.back();
  await user.click((await question()).getByRole('button', { name: 'Keep editing' }));
  await gone();
  await waitFor(() => expect(history.state).toMatchObject({ layer: 1 }));
  history.back();
  expect(await question()).toBeDefined();
});

test('a saved new invoice opens without a question', async () => {
  const saved = invoiceOf({ state: 'draft' });
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) =>
    Response.json(method === 'POST' || !url.includes('settings') ? saved : invoiceSettings),
  );
  const { router } = renderScreen(NewInvoicePage, { at: '/invoices/new' });
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Customer'), 'Bakery');
  await user.type(screen.getByLabelText('Description'), 'Bread');
  await user.type(screen.getByLabelText('Price (USD)'), '10');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/invoices/${saved.id}`));
});
