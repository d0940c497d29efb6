import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../../../test/render-screen.tsx';
import { SecuritySection } from './security-section.tsx';

let changedAt: string;
let answerChange: () => Response;

beforeEach(() => {
  changedAt = '2024-08-03T10:00:00Z';
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === '/api/auth/password/change') return answerChange();
    if (url !== '/api/auth/security') return Response.json([]);
    return Response.json({
      password_changed_at: changedAt,
      two_factor_since: null,
      recovery_codes_left: 0,
      passkeys: [],
    });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('warns that the new password may be set if the answer to a password change was lost', async () => {
  renderScreen(SecuritySection, { at: '/profile' });
  await userEvent.click(await screen.findByRole('button', { name: 'Change Password' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Current password'), 'double-entry');
  await userEvent.type(dialog.getByLabelText('New password'), 'battery-staple');
  await userEvent.type(dialog.getByLabelText('Confirm new password'), 'battery-staple');
  const submit = () => userEvent.click(dialog.getByRole('button', { name: 'Change Password' }));
  const notRight = 'Incorrect password.';
  const refuse = () => Response.json({ detail: notRight, code: 'bad_credentials', request_id: '1' }, { status: 400 });

  answerChange = refuse;
  await submit();
  expect(await dialog.findByText(notRight)).toBeDefined();

  answerChange = () => {
    changedAt = '2024-08-21T10:00:00Z';
    throw new TypeError('Failed to fetch');
  };
  await submit();
  expect(
    await dialog.findByText(
      'The server did not answer. Try again. If your current password fails, the new one is already set.',
    ),
  ).toBeDefined();
  expect(await screen.findByText('Changed on August 21, 2024')).toBeDefined();

  answerChange = refuse;
  await submit();
  expect(await dialog.findByText(`${notRight} Your new password may already be set.`)).toBeDefined();
});
