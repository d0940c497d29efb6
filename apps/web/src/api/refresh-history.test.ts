import { expect, test } from 'vitest';
import { transactionOf } from '../../test/transaction-of.ts';
import type { HistoryPage } from './queries.ts';
import { withNewest } from './refresh-history.ts';

const line = (id: string, status: 'completed' | 'pending' = 'completed') => transactionOf({ id, status });
const page = (ids: string[], next: string | null): HistoryPage => ({
  items: ids.map((id) => line(id)),
  next,
  total: undefined,
});
const fetched = { pages: [page(['d', 'c'], 'two'), page(['b', 'a'], null)], pageParams: [null, 'two'] };
const idsOf = ({ pages }: { readonly pages: readonly HistoryPage[] }) =>
  pages.map(({ items }) => items.map(({ id }) => id));

test('new transactions go to the first page of the history, and the pages keep their cursors', () => {
  const merged = withNewest(fetched, page(['f', 'e', 'd', 'c'], 'later'));
  expect(idsOf(merged)).toEqual([
    ['f', 'e', 'd', 'c'],
    ['b', 'a'],
  ]);
  expect(merged.pages.map(({ next }) => next)).toEqual(['two', null]);
  expect(merged.pageParams).toEqual([null, 'two']);
});

test('known transactions of the history are replaced in place on any page', () => {
  const merged = withNewest(fetched, {
    items: [line('e'), line('a', 'pending'), line('d')],
    next: 'later',
    total: undefined,
  });
  expect(idsOf(merged)).toEqual([
    ['e', 'd', 'c'],
    ['b', 'a'],
  ]);
  expect(merged.pages[1]?.items[1]?.status).toBe('pending');
});

test('a newest page without known transactions replaces the history', () => {
  expect(idsOf(withNewest(fetched, page(['z', 'y'], 'later')))).toEqual([['z', 'y']]);
});
