import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { showBroken } from './show-broken.ts';

afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

function Broken(): never {
  throw new Error('something broke');
}

test('a document that breaks says so, and offers to reload and a way home', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false); // `act` keeps uncaught errors to itself
  const reported = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('reportError', reported);
  const root = Object.assign(document.createElement('div'), { id: 'root' });
  document.body.append(root);
  createRoot(root, { onUncaughtError: showBroken('/dashboard', 'Dashboard') }).render(<Broken />);
  await vi.waitFor(() => expect(root.querySelector('h1')?.textContent).toBe('This page could not be shown'));
  expect(root.querySelector('button')?.textContent).toBe('Reload');
  expect(root.querySelector('a')?.getAttribute('href')).toBe('/dashboard');
  expect(reported).toHaveBeenCalledTimes(1);
});
