import { CallRefused } from '@florin/contract';
import { act, render, renderHook, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { toast } from '../ui/toast.ts';
import { problemAtFields, useMoneyForm, type Problem } from './use-money-form.ts';

type Errors = { amount?: string; method?: string };

const problemOf = (error: unknown): Problem<Errors> =>
  problemAtFields(error, {
    failed: 'Failed to pay',
    fields: { amount_usd: 'amount', method_id: 'method' },
    codes: { insufficient_balance: 'amount' },
  });

const rejected = new CallRefused(422, { code: 'insufficient_balance', detail: 'Not enough money.' });

function formOf(submit: (amount: string) => Promise<string | undefined>, options: { isOpen?: () => boolean } = {}) {
  return renderHook(({ selection }) => useMoneyForm({ submit }, { problemOf, selection, ...options }), {
    initialProps: { selection: 'BTC' },
  });
}

test('send returns the answer and does not show a problem', async () => {
  const { result } = formOf((amount) => Promise.resolve(`paid ${amount}`));
  expect(await act(() => result.current.send(['5']))).toBe('paid 5');
  expect([result.current.errors, result.current.refusals]).toEqual([{}, 0]);
});

test('a rejected submission shows the error at its field and as a toast', async () => {
  const shown = vi.spyOn(toast, 'error');
  const { result } = formOf(() => Promise.reject(rejected));
  expect(await act(() => result.current.send(['5']))).toBeUndefined();
  expect([result.current.errors, result.current.refusals]).toEqual([{ amount: 'Not enough money.' }, 1]);
  expect(shown).toHaveBeenCalledExactlyOnceWith('Not enough money.');
});

test('a money form in an open dialog shows the error without a toast', async () => {
  const shown = vi.spyOn(toast, 'error');
  const { result } = formOf(() => Promise.reject(rejected), { isOpen: () => true });
  await act(() => result.current.send(['5']));
  expect(result.current.errors).toEqual({ amount: 'Not enough money.' });
  expect(shown).not.toHaveBeenCalled();
});

test('a submission of a money form can explain its own errors', async () => {
  const { result } = formOf(() => Promise.reject(rejected));
  await act(() => result.current.send(['5'], () => ({ errors: {}, sentence: 'Gone.', refusal: 'The price is gone.' })));
  expect([result.current.errors, result.current.refusal]).toEqual([{}, 'The price is gone.']);
});

test('clear removes the errors of the named fields, or all errors', () => {
  const { result } = formOf(() => Promise.resolve(undefined));
  act(() => result.current.refuse({ amount: 'Too much', method: 'Missing' }, 'Too much'));
  act(() => result.current.clear('amount'));
  expect(result.current.errors).toEqual({ method: 'Missing' });
  act(() => result.current.clear());
  expect(result.current.errors).toEqual({});
});

test('selecting something else hides the problem of a money form', () => {
  const { result, rerender } = formOf(() => Promise.resolve(undefined));
  act(() => result.current.refuse({ amount: 'Too much' }, 'Too much'));
  rerender({ selection: 'ETH' });
  expect(result.current.errors).toEqual({});
  rerender({ selection: 'BTC' });
  expect(result.current.errors).toEqual({ amount: 'Too much' });
});

test('an amount error focuses the amount field', () => {
  const { result } = formOf(() => Promise.resolve(undefined));
  render(<input ref={result.current.amountInput} aria-label="Amount" />);
  act(() => result.current.refuse({ method: 'Missing' }, 'Missing'));
  expect(document.activeElement).toBe(document.body);
  act(() => result.current.refuse({ amount: 'Too much' }, 'Too much'));
  expect(document.activeElement).toBe(screen.getByLabelText('Amount'));
});

test('problemAtFields prefers the fields that the server names, and falls back to the form’s message', () => {
  const fields = { amount_usd: 'Use dollars.', other: 'Ignored' };
  const named = new CallRefused(422, { code: 'insufficient_balance', detail: 'Invalid request.', fields });
  expect(problemOf(named)).toEqual({ errors: { amount: 'Use dollars.' }, sentence: 'Invalid request.' });
  expect(problemOf(new TypeError('network error'))).toEqual({ errors: {}, sentence: 'Failed to pay' });
});
