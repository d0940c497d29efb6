import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { ines } from '../../../test/ines.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { meQuery } from '../../api/queries.ts';
import { storeSession } from '../../api/stored-session.ts';
import { InvoiceEditor } from './invoice-editor.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const posted: unknown[] = [];

function show() {
  posted.length = 0;
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (method === 'POST' && typeof body === 'string') posted.push(JSON.parse(body));
    return Response.json({});
  });
  storeSession({ token: 'a-token', user: ines });
  const Screen = () => <InvoiceEditor onSaved={() => undefined} onCancel={() => undefined} />;
  renderScreen(Screen, { at: '/invoices/new' }).queryClient.setQueryData(meQuery.queryKey, ines);
}

const isInvalid = (label: string) => screen.getByLabelText(label).getAttribute('aria-invalid') === 'true';
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save draft' }));

test('each wrong invoice field says what it needs, and the first wrong field gets the focus', async () => {
  show();
  await userEvent.clear(await screen.findByLabelText('Quantity'));
  await save();
  expect(['Customer', 'Description', 'Quantity', 'Price (USD)', 'Tax %'].filter(isInvalid)).toEqual([
    'Customer',
    'Description',
    'Quantity',
    'Price (USD)',
  ]);
  for (const text of [
    'Enter the name of the customer.',
    'Enter a description.',
    'Enter more than 0, with 4 decimals at most.',
    'Enter a price.',
  ])
    expect(screen.getByText(text)).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText('Customer'));
  expect(posted).toEqual([]);
});

test('a change of an invoice field clears the errors, and a complete draft is saved', async () => {
  show();
  await screen.findByLabelText('Customer');
  await save();
  await userEvent.type(screen.getByLabelText('Customer'), 'Acme Ltd');
  expect(isInvalid('Description')).toBe(false);
  await userEvent.type(screen.getByLabelText('Description'), 'Consulting');
  await userEvent.type(screen.getByLabelText('Price (USD)'), '50');
  await save();
  expect(posted).toMatchObject([{ customer: { name: 'Acme Ltd' }, lines: [{ unit_price: '50.00' }] }]);
});
