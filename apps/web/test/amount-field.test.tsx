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

test.each(['1,000.50', '1.000,50', '1 000.50'])('%s is read as a thousand dollars and fifty cents', async (text) => {
  render(<Typed />);
  await userEvent.type(screen.getByLabelText('Amount'), text);
  expect(screen.getByText('Read as 1,000.50 US dollars')).toBeDefined();
});

test('a plain figure needs no echo', async () => {
  render(<Typed />);
  await userEvent.type(screen.getByLabelText('Amount'), '1000.5');
  expect(screen.queryByText(/Read as/)).toBeNull();
});

test.each(['en-US@posix', ''])('a browser that calls its language "%s" is read as English', async (language) => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(language);
  render(<Typed />);
  await userEvent.type(screen.getByLabelText('Amount'), '1,000');
  expect(screen.getByText('Read as 1,000.00 US dollars')).toBeDefined();
});

test('the decimal sign of the browser’s language settles what "1.000" is', async () => {
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
])('%j that is pasted stands there as %j', async (pasted, text) => {
  render(<Typed />);
  await userEvent.click(screen.getByLabelText('Amount'));
  await userEvent.paste(pasted);
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe(text);
});

test('letters that are typed are not taken', async () => {
  render(<Typed />);
  await userEvent.type(screen.getByLabelText('Amount'), '1a2,x5é');
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('12,5');
});

test('what is not an amount is not echoed', async () => {
  render(<Typed />);
  await userEvent.type(screen.getByLabelText('Amount'), '12.3.4');
  expect(screen.queryByText(/Read as/)).toBeNull();
});

test('an error stands in the place of the field and belongs to it', () => {
  render(<Typed error="Amount must be greater than 0" />);
  const input = screen.getByLabelText('Amount');
  const described = input.getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain('Amount must be greater than 0');
});
