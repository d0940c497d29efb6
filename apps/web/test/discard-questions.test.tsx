import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeSession } from '../src/api/stored-session.ts';
import { RefuseDialog } from '../src/features/business/approvals/refuse-dialog.tsx';
import { EditDetails } from '../src/features/business/edit-details.tsx';
import { RuleDialog } from '../src/features/business/rules/rule-dialog.tsx';
import { KeyForm } from '../src/features/developers/keys/key-form.tsx';
import { WebhookForm } from '../src/features/developers/webhooks/webhook-form.tsx';
import { CreditDialog } from '../src/features/invoices/credit-dialog.tsx';
import { InvoiceEditor } from '../src/features/invoices/invoice-editor.tsx';
import { SettingsDialog } from '../src/features/invoices/settings-dialog.tsx';
import { approvalOfBatch } from './batch-server.ts';
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
const paid = [{ id: 'p1', payer: null, amount: 1, amount_exact: '1.00', paid_at: '2026-11-28T10:00:00.000Z' }];
const ignore = () => undefined;

type Form = (close: () => void) => ReactNode;
const forms: readonly (readonly [name: string, form: Form, field: string])[] = [
  ['a new invoice', (close) => <InvoiceEditor onSaved={ignore} onCancel={close} />, 'Note'],
  ['a credit note', (close) => <CreditDialog invoice={invoiceOf({ payments: paid })} onClose={close} />, 'Description'],
  ['the settings of invoices', (close) => <SettingsDialog onClose={close} />, 'Your address'],
  [
    'company details',
    (close) => <EditDetails details={{ ...details, owners: [...details.owners] }} onClose={close} />,
    'What does the business do?',
  ],
  [
    'a rule for payments',
    (close) => <RuleDialog rule={undefined} name="rule" onKeep={ignore} onClose={close} />,
    'Single payments above',
  ],
  ['the reason of a refusal', (close) => <RefuseDialog approval={approvalOfBatch} onClose={close} />, 'Reason'],
  ['a webhook', (close) => <WebhookForm onAdded={ignore} onClose={close} />, 'Description'],
  ['an API key', (close) => <KeyForm onMade={ignore} onClose={close} />, 'Name'],
];

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json(invoiceSettings));
  storeSession({ token: 'a-token', user: ines });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

async function open(form: Form, label: string) {
  const Screen = () => {
    const [isOpen, setIsOpen] = useState(true);
    return isOpen ? form(() => setIsOpen(false)) : <p>closed</p>;
  };
  renderScreen(Screen, { at: '/business' });
  return { user: userEvent.setup(), field: await screen.findByLabelText<HTMLInputElement>(label) };
}

const cancel = () => screen.getByRole('button', { name: 'Cancel' });
const question = () => screen.findByRole('dialog', { name: 'Discard your changes?' });

test.each(forms)('Cancel closes %s without a question if nothing was typed', async (_name, form, label) => {
  const { user } = await open(form, label);
  await user.click(cancel());
  expect(await screen.findByText('closed')).toBeDefined();
});

test.each(forms)('Cancel asks before it discards %s', async (_name, form, label) => {
  const { user, field } = await open(form, label);
  await user.type(field, '12');
  const typed = field.value;
  await user.click(cancel());
  await user.click(within(await question()).getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByText('They are not saved.')).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe(typed);
  await user.click(cancel());
  await user.click(within(await question()).getByRole('button', { name: 'Discard' }));
  expect(await screen.findByText('closed')).toBeDefined();
});

test('Escape asks before it discards a rule, and a second Escape keeps it', async () => {
  const { user, field } = await open(
    (close) => <RuleDialog rule={undefined} name="rule" onKeep={ignore} onClose={close} />,
    'Single payments above',
  );
  await user.type(field, '12');
  await user.keyboard('{Escape}');
  await question();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('They are not saved.')).toBeNull());
  expect(field.value).toBe('12');
});

test('an added line without text is discarded without a question', async () => {
  const { user } = await open((close) => <InvoiceEditor onSaved={ignore} onCancel={close} />, 'Note');
  await user.click(screen.getByRole('button', { name: 'Add line' }));
  await user.click(cancel());
  expect(await screen.findByText('closed')).toBeDefined();
});
