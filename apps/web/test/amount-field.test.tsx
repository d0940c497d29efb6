import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { AmountField } from '../src/wallet-ui/amount-field.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Typed({ error }: { error?: string }) {
  const [value, setValue] = useState('');
  return <AmountField label="Amount" asset="USD" value={value} onChange={setValue} error={error} />;
}

test.each(['1,000.50', '1.000,50', '1 000.50'])('the amount field reads %s as 1,000.50 dollars', async (text) => {
  render(<Typed />);
  await userEvent.type(screen.getByLabelText('Amount'), text);
  expect(screen.getByText('Read as 1,000.50 US dollars')).toBeDefined();
});

test('the amount field shows no interpretation of a plain number', async () => {
  render(<Typed />);
  await userEvent.type(screen.getByLabelText('Amount'), '1000.5');
  expect(screen.queryByText(/Read as/)).toBeNull();
});

test.each(['en-US@posix', ''])('the amount field uses English for the browser language "%s"', async (language) => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(language);
  render(<Typed />);
  await userEvent.type(screen.getByLabelText('Amount'), '1,000');
  expect(screen.getByText('Read as 1,000.00 US dollars')).toBeDefined();
});

test('the browser language decides whether "1.000" means one or a thousand', async () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('de');
  render(<Typed />);
  await userEvent.type(screen.getByLabelText('Amount'), '1.000');
  expect(screen.getByText('Read as 1,000.00 US dollars')).toBeDefined();
});

test.each([
  ['$1,234.56', '1,234.56'],
  ['−$7.46', '-7.46'],
  ['+$50.00 USD', '50.00'],
  ['50 USD', '50'],
  ['\u202d12.50\u202c', '12.50'],
  ['12\u200b.50', '12.50'],
  ['€50', '€50'],
  ['1e3', '1e3'],
])('pasting %j into the amount field gives %j', async (pasted, text) => {
  render(<Typed />);
  await userEvent.click(screen.getByLabelText('Amount'));
  await userEvent.paste(pasted);
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe(text);
});

test('the amount field ignores typed letters', async () => {
  render(<Typed />);
  await userEvent.type(screen.getByLabelText('Amount'), '1a2,x5é');
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('12,5');
});

test('the amount field shows no interpretation of invalid input', async () => {
  render(<Typed />);
  await userEvent.type(screen.getByLabelText('Amount'), '12.3.4');
  expect(screen.queryByText(/Read as/)).toBeNull();
});

test('the amount field describes its input with the error', () => {
  render(<Typed error="Amount must be greater than 0" />);
  const input = screen.getByLabelText('Amount');
  const described = input.getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain('Amount must be greater than 0');
});
