import type { InvoiceRow } from '@florin/contract';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { acmeAs } from '../../../test/acme.ts';
import { ines } from '../../../test/ines.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { meQuery } from '../../api/queries.ts';
import { storeSession } from '../../api/stored-session.ts';
import { InvoicesPage } from './invoices-page.tsx';

const row = (given: Partial<InvoiceRow>): InvoiceRow => ({
  id: 'i1',
  kind: 'invoice',
  state: 'open',
  number: '2026-0007',
  customer: 'Acme Ltd',
  currency: 'USD',
  total: 120,
  total_exact: '120.00',
  open: 120,
  open_exact: '120.00',
  due_on: '2026-12-14',
  issued_on: '2026-11-30',
  created_at: '2026-11-30T10:00:00.000Z',
  ...given,
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const asked: string[] = [];

function show(rows: readonly InvoiceRow[], user = ines) {
  asked.length = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('/invoices?')) asked.push(url);
    return Response.json(url.includes('/invoices?') ? rows : []);
  });
  storeSession({ token: 'a-token', user });
  renderScreen(InvoicesPage, { at: '/invoices' }).queryClient.setQueryData(meQuery.queryKey, user);
}

test('the list of invoices shows number, customer, state and total of each invoice', async () => {
  show([row({}), row({ id: 'i2', number: '2026-0008', customer: 'Globex Ltd', state: 'overdue' })]);
  const list = await screen.findByRole('list', { name: 'Invoices' });
  const [first, second] = within(list).getAllByRole('listitem');
  for (const text of ['2026-0007', 'Acme Ltd', 'Open', '$120.00']) expect(first?.textContent).toContain(text);
  for (const text of ['2026-0008', 'Globex Ltd', 'Overdue']) expect(second?.textContent).toContain(text);
});

test('a filter requests the invoices of its state, and shows an empty state without invoices', async () => {
  show([]);
  expect(await screen.findByRole('heading', { name: 'No invoices yet' })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Overdue' }));
  expect(await screen.findByRole('heading', { name: 'No invoices here' })).toBeDefined();
  expect(asked.at(-1)).toContain('state=overdue');
});

test('a viewer of a business can read but not write invoices', async () => {
  show([row({})], acmeAs('viewer'));
  await screen.findByRole('list', { name: 'Invoices' });
  expect(screen.queryByRole('link', { name: 'New invoice' })).toBeNull();
});
