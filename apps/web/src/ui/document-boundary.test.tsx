import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { DocumentBoundary } from './document-boundary.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Broken(): never {
  throw new Error('something broke');
}

test('a document that breaks offers to reload and a way home, and nothing that may be broken', () => {
  vi.spyOn(console, 'error').mockReturnValue();
  render(
    <DocumentBoundary home={{ path: '/dashboard', name: 'Dashboard' }}>
      <Broken />
    </DocumentBoundary>,
  );
  expect(screen.getByRole('heading', { name: 'This page could not be shown' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined();
  expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Dashboard' }).pathname).toBe('/dashboard');
});

test('a document that is whole is shown as it is', () => {
  render(<DocumentBoundary home={{ path: '/', name: 'Start page' }}>All is well</DocumentBoundary>);
  expect(document.body.textContent).toBe('All is well');
});
