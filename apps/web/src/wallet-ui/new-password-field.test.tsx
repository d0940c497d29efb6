import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { passwordFaultText } from '@florin/contract';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { NewPasswordField } from './new-password-field.tsx';

afterEach(() => {
  cleanup();
  document.head.querySelector('meta[name="florin-mode"]')?.remove();
});

const ines = { name: 'Ines Almeida', email: 'ines@florin.example' };

function Form({ error }: { error?: string }) {
  const [typed, setTyped] = useState('');
  const onChange = ({ target }: { target: HTMLInputElement }) => setTyped(target.value);
  return (
    <NewPasswordField label="Password" error={error} typed={typed} owner={ines} value={typed} onChange={onChange} />
  );
}

function open(mode: 'sandbox' | 'live', error?: string) {
  const meta = document.createElement('meta');
  meta.name = 'florin-mode';
  meta.content = mode;
  document.head.append(meta);
  render(<Form {...(error === undefined ? {} : { error })} />);
}
const type = (password: string) => userEvent.type(screen.getByLabelText('Password'), password);

test.each([
  ['live', 'Password123', 'Common password. Choose another one.'],
  ['sandbox', 'Password123', 'Common password: a live server would refuse it'],
  ['live', 'almeida2024', 'Too similar to your name, email or "Florin". Choose another one.'],
  ['sandbox', 'almeida2024', 'Too similar to your name, email or "Florin": a live server would refuse it'],
] as const)('the %s password meter rates %s as "%s"', async (mode, password, hint) => {
  open(mode);
  await type(password);
  expect(await screen.findByText(hint)).toBeDefined();
});

// Rules: sign-in-9
test('the password meter shows one bar and no hint next to an error', async () => {
  open('live', passwordFaultText.personal);
  await type('correct horse battery');
  expect(screen.getByText(passwordFaultText.personal)).toBeDefined();
  expect(screen.queryByText('Strong')).toBeNull();
  expect(document.querySelectorAll('.meter .filled')).toHaveLength(1);
});
