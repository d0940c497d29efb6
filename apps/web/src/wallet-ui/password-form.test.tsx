import { CallRefused } from '@florin/contract';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { PasswordForm } from './password-form.tsx';

afterEach(cleanup);

const leave = { label: 'Cancel', onClick: () => undefined } as const;
const wrong = new CallRefused(400, {
  detail: 'Incorrect password.',
  code: 'bad_credentials',
  request_id: '1',
});

test('the password form focuses the field and selects a wrong password', async () => {
  const run = vi.fn<(password: string) => void>();
  const form = (error: Error | null) => (
    <PasswordForm command={{ run, busy: false, error }} action="Remove" leave={leave} />
  );
  const { rerender } = render(form(null));
  await userEvent.keyboard('not it{Enter}');
  await userEvent.tab();
  rerender(form(wrong));
  expect(screen.getByText('Incorrect password.')).toBeDefined();
  await userEvent.keyboard('double-entry{Enter}');
  expect(run.mock.calls).toEqual([['not it'], ['double-entry']]);
});
