import { expect, test } from 'vitest';
import { createFlorin } from '../src/index.ts';

/** Returns a client with a server that answers by the query. */
function withAnswers(answer: (query: URLSearchParams) => { body: unknown; link?: string }) {
  const asked: string[] = [];
  const florin = createFlorin({
    key: 'flr_test_1',
    baseUrl: 'https://wallet.example/florin',
    fetch: async (url) => {
      const { href, searchParams } = new URL(url);
      asked.push(href);
      const { body, link } = answer(searchParams);
      return new Response(JSON.stringify(body), { headers: link === undefined ? {} : { link } });
    },
  });
  return { florin, asked };
}

const eventsFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => ({ sequence: first + index }));

test('reads all pages of transactions with the same filters, and does not send the key to another address', async () => {
  const { florin, asked } = withAnswers((query) =>
    query.get('cursor') === 'c2'
      ? { body: [{ id: 't3' }] }
      : {
          body: [{ id: 't1' }, { id: 't2' }],
          link: '<https://elsewhere.example/api/transactions?cursor=c2>; rel="next"',
        },
  );
  const found: string[] = [];
  for await (const { id } of florin.transactions({ currency: 'EUR' })) found.push(id);
  expect(found).toEqual(['t1', 't2', 't3']);
  expect(asked).toEqual([
    'https://wallet.example/florin/api/transactions?currency=EUR&limit=100',
    'https://wallet.example/florin/api/transactions?currency=EUR&limit=100&cursor=c2',
  ]);
});

test('a reader of events that stops early does not read further pages', async () => {
  const { florin, asked } = withAnswers(() => ({
    body: [{ id: 't1' }],
    link: '</api/transactions?cursor=c>; rel="next"',
  }));
  for await (const { id } of florin.transactions()) if (id === 't1') break;
  expect(asked).toHaveLength(1);
});

test('reads all events after a sequence number and ends', async () => {
  const { florin, asked } = withAnswers((query) =>
    query.get('after') === '7'
      ? { body: { events: eventsFrom(8, 9), has_more: true } }
      : { body: { events: eventsFrom(10, 10), has_more: false } },
  );
  const found: number[] = [];
  for await (const { sequence } of florin.events({ after: 7 })) found.push(sequence);
  expect(found).toEqual([8, 9, 10]);
  expect(asked.map((url) => new URL(url).searchParams.get('after'))).toEqual(['7', '9']);
});

test('pollSeconds makes the reader poll after the latest event until the signal aborts', async () => {
  let latest = 0;
  const { florin, asked } = withAnswers((query) => {
    const after = Number(query.get('after'));
    const events = eventsFrom(after + 1, latest);
    latest += 1;
    return { body: { events, has_more: false } };
  });
  const controller = new AbortController();
  const found: number[] = [];
  const follow = async () => {
    for await (const { sequence } of florin.events({ pollSeconds: 0.001, signal: controller.signal })) {
      found.push(sequence);
      if (sequence === 3) controller.abort();
    }
  };
  await expect(follow()).rejects.toMatchObject({ name: 'AbortError' });
  expect(found).toEqual([1, 2, 3]);
  expect(asked).toHaveLength(4);
});
