import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { setRouteTitle, useSubjectInTitle } from './page-title.ts';

function Page({ name, what }: { name: string | undefined; what?: string }) {
  useSubjectInTitle(name, what);
  return null;
}

afterEach(() => {
  cleanup();
  setRouteTitle([]);
});

test('a page title begins with the subject of the page, and loses the subject when the page is left', () => {
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

test("a page title names the kind of the subject if it differs from the route's title", () => {
  setRouteTitle(['Invoice', 'Acme Bakery', 'Florin']);
  const { unmount } = render(<Page name="2026-0008" what="Credit note" />);
  expect(document.title).toBe('2026-0008 · Credit note · Acme Bakery · Florin');
  unmount();
  expect(document.title).toBe('Invoice · Acme Bakery · Florin');
});
