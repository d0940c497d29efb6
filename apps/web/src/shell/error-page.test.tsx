import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { ConnectionContext } from '../ui/connection.ts';
import { ErrorPage } from './error-page.tsx';

afterEach(cleanup);

const show = (online: boolean, reset: () => void, message = 'something broke') =>
  renderScreen(
    () => (
      <ConnectionContext value={{ online, check: async () => undefined }}>
        <ErrorPage error={new Error(message)} reset={reset} />
      </ConnectionContext>
    ),
    { at: '/dashboard' },
  );

test('a page that failed to render shows an error page', async () => {
  show(true, vi.fn<() => void>());
  expect(await screen.findByRole('heading', { name: 'This page can’t be displayed' })).toBeDefined();
});

test('a page whose code could not be loaded offline asks for a connection', async () => {
  show(false, vi.fn<() => void>());
  expect(await screen.findByRole('heading', { name: 'You are offline' })).toBeDefined();
  expect(screen.getByText(/This page needs a connection/)).toBeDefined();
});

test.each([
  ['renders the page again after a render error', 'something broke', 1],
  ['reloads the document after a missing file', 'Unable to preload CSS for /assets/a.css', 0],
])('Retry on the error page %s', async (_, message, times) => {
  const reset = vi.fn<() => void>();
  show(true, reset, message);
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(reset).toHaveBeenCalledTimes(times);
});
