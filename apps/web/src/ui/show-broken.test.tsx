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

test('a crashed document shows an error page with Reload and a home link', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false); // `act` would swallow uncaught errors
  const reported = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('reportError', reported);
  const root = Object.assign(document.createElement('div'), { id: 'root' });
  document.body.append(root);
  createRoot(root, { onUncaughtError: showBroken('/dashboard', 'Dashboard') }).render(<Broken />);
  await vi.waitFor(() => expect(root.querySelector('h1')?.textContent).toBe('This page can’t be displayed'));
  expect(root.querySelector('button')?.textContent).toBe('Reload');
  expect(root.querySelector('a')?.getAttribute('href')).toBe('/dashboard');
  expect(reported).toHaveBeenCalledTimes(1);
});
