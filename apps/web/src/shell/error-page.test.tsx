import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { ConnectionContext } from '../ui/connection.ts';
import { ErrorPage } from './error-page.tsx';

afterEach(cleanup);

const show = (online: boolean, reset: () => void) =>
  renderScreen(
    () => (
      <ConnectionContext value={{ online, check: async () => undefined }}>
        <ErrorPage error={new Error('nothing was fetched')} reset={reset} />
      </ConnectionContext>
    ),
    { at: '/dashboard' },
  );

test('a page that broke says that the mistake is ours', async () => {
  show(true, vi.fn<() => void>());
  expect(await screen.findByRole('heading', { name: 'This page could not be shown' })).toBeDefined();
});

test('a page whose code could not be fetched says that it needs a connection', async () => {
  show(false, vi.fn<() => void>());
  expect(await screen.findByRole('heading', { name: 'You are offline' })).toBeDefined();
  expect(screen.getByText(/This page needs a connection/)).toBeDefined();
});
