import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { setRouteTitle, useSubjectInTitle } from './page-title.ts';

function Page({ name }: { name: string | undefined }) {
  useSubjectInTitle(name);
  return null;
}

afterEach(() => {
  cleanup();
  setRouteTitle([]);
});

test('the title begins with the subject of the page, and loses it with the page', () => {
  setRouteTitle(['Invoice', 'Florin']);
  const { rerender, unmount } = render(<Page name={undefined} />);
  expect(document.title).toBe('Invoice · Florin');
  rerender(<Page name="2026-0007" />);
  expect(document.title).toBe('2026-0007 · Invoice · Florin');
  setRouteTitle(['Invoice', 'Acme Bakery', 'Florin']);
  expect(document.title).toBe('2026-0007 · Invoice · Acme Bakery · Florin');
  unmount();
  expect(document.title).toBe('Invoice · Acme Bakery · Florin');
});
