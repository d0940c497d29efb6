import type { PaymentMethod, User } from '@florin/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ines } from '../../../test/ines.ts';
import { lostAnswers } from '../../../test/lost-answers.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { sentBody } from '../../../test/sent-body.ts';
import { meQuery, paymentMethodsQuery } from '../../api/queries.ts';
import { BankAccountForm } from './bank-account-form.tsx';

const added: PaymentMethod = {
  id: 'm9',
  type: 'bank',
  label: 'Bank account NL •••• 4300',
  is_default: true,
  name: 'Bank account NL',
  account_number: '•••• 4300',
  currency: 'EUR',
};

let sent: unknown[];
let methods: PaymentMethod[];
let answer: () => Response;
const onAdded = vi.fn<(method: PaymentMethod) => void>();
const onCancel = vi.fn<() => void>();

beforeEach(() => {
  [sent, methods] = [[], []];
  answer = () => Response.json(added);
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url !== '/api/payment-methods/bank-accounts') return Response.json(methods);
    sent.push(sentBody(init));
    return answer();
  });
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

async function open(user: User = ines) {
  const Form = () => <BankAccountForm {...{ onAdded, onCancel }} cancelLabel="Cancel" />;
  const shown = renderScreen(Form, { at: '/profile' });
  shown.queryClient.setQueryData(meQuery.queryKey, user);
  shown.queryClient.setQueryData(paymentMethodsQuery.queryKey, methods);
  await screen.findByLabelText('IBAN');
  return shown;
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const choose = (currency: string) => userEvent.click(screen.getByRole('button', { name: currency }));
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Add bank account' }));
const refused = (fields: Record<string, string>, detail = 'no') =>
  Response.json({ code: 'invalid_request', detail, request_id: 'r', fields }, { status: 422 });

test('the form adds a euro account by its IBAN and shows it in groups of four', async () => {
  await open();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Euro', pressed: true }));
  expect(await screen.findByText(/The account must be in your own name/)).toHaveProperty(
    'textContent',
    'The account must be in your own name: Ines Almeida.',
  );
  await userEvent.type(field('IBAN'), 'nl91abna 0417 164300{Enter}');
  expect(field('IBAN').value).toBe('NL91 ABNA 0417 1643 00');
  expect(await screen.findByText('Bank account NL •••• 4300 added')).toBeDefined();
  expect(sent).toEqual([{ currency: 'EUR', iban: 'NL91ABNA0417164300' }]);
  expect(onAdded).toHaveBeenCalledExactlyOnceWith(added);
});

test('the form keeps the cursor at its character while an IBAN is corrected in the middle', async () => {
  await open();
  await userEvent.type(field('IBAN'), 'NL91ABNA0417');
  await userEvent.type(field('IBAN'), 'xy', { initialSelectionStart: 4, initialSelectionEnd: 4 });
  expect(field('IBAN').value).toBe('NL91 XYAB NA04 17');
  expect(field('IBAN').selectionStart).toBe('NL91 XY'.length);
});

test('the form adds a pound account and shows its sort code as 12-34-56', async () => {
  await open();
  await choose('Pound');
  await userEvent.type(field('Sort code'), '123456');
  await userEvent.type(field('Account number'), '12345678');
  expect(field('Sort code').value).toBe('12-34-56');
  await submit();
  expect(sent).toEqual([{ currency: 'GBP', sort_code: '123456', account_number: '12345678' }]);
});

test('the form adds a dollar account with its type', async () => {
  await open();
  await choose('US dollar');
  await userEvent.type(field('Routing number'), '021000021');
  await userEvent.type(field('Account number'), '123456789');
  await userEvent.selectOptions(field('Account type'), 'Savings');
  await submit();
  const account = { routing_number: '021000021', account_number: '123456789', account_type: 'savings' };
  expect(sent).toEqual([{ currency: 'USD', ...account }]);
});

test.each([
  ['Euro', 'IBAN', ['Enter the IBAN.']],
  ['Pound', 'Sort code', ['Enter the sort code.', 'Enter the account number.']],
  [
    'US dollar',
    'Routing number',
    ['Enter the routing number.', 'Enter the account number.', 'Choose the account type.'],
  ],
])('rejects empty fields of a %s account and focuses the first', async (currency, first, sentences) => {
  await open();
  await choose(currency);
  await submit();
  for (const sentence of sentences) expect(screen.getByText(sentence)).toBeDefined();
  expect(document.activeElement).toBe(field(first));
  expect(sent).toEqual([]);
});

test.each([
  ['Euro', 'IBAN', 'iban', 'This IBAN has a typing error. Compare it with your bank’s.'],
  ['Pound', 'Account number', 'account_number', 'An account number has 8 digits.'],
  ['US dollar', 'Routing number', 'routing_number', 'A routing number has 9 digits.'],
])(
  'shows the error of the server for a %s account at its field and focuses it',
  async (currency, label, name, text) => {
    answer = () => refused({ [name]: text }, text);
    await open();
    await choose(currency);
    for (const input of screen.getAllByRole('textbox')) await userEvent.type(input, '1');
    if (currency === 'US dollar') await userEvent.selectOptions(field('Account type'), 'Checking');
    await submit();
    const described = (await screen.findByText(text)).id;
    expect(field(label).getAttribute('aria-describedby')).toContain(described);
    await waitFor(() => expect(document.activeElement).toBe(field(label)));
    await userEvent.type(field(label), '2');
    expect(screen.queryByText(text)).toBeNull();
  },
);

test('the form shows an error without a field above the buttons', async () => {
  answer = () =>
    Response.json(
      { code: 'payment_method_not_usable', detail: 'An account can have 20.', request_id: 'r' },
      { status: 409 },
    );
  await open();
  await userEvent.type(field('IBAN'), 'NL91{Enter}');
  expect(await screen.findByText('An account can have 20.')).toBeDefined();
  expect(onAdded).not.toHaveBeenCalled();
});

test.each(lostAnswers)('the form does not add a bank account twice after %s', async (_, lost) => {
  answer = lost;
  await open();
  await userEvent.type(field('IBAN'), 'NL91ABNA0417164300{Enter}');
  expect(await screen.findByText('The server did not answer. Please try again.')).toBeDefined();
  methods = [added];
  await submit();
  await waitFor(() => expect(onAdded).toHaveBeenCalledExactlyOnceWith(added));
  expect(sent).toHaveLength(1);
});

test('the form sends a lost request again if the bank account was not added', async () => {
  answer = () => {
    throw new TypeError('network error');
  };
  await open();
  await userEvent.type(field('IBAN'), 'NL91ABNA0417164300{Enter}');
  await screen.findByText('The server did not answer. Please try again.');
  answer = () => Response.json(added);
  await submit();
  await waitFor(() => expect(onAdded).toHaveBeenCalledOnce());
  expect(sent).toHaveLength(2);
});
