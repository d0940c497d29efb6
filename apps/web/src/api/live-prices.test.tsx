import { setTimeout as sleep } from 'node:timers/promises';
import { maxWatchedCoins, type HoldingPause, type PriceTick } from '@florin/contract';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { useLiveTick } from './live-prices.ts';

type Stream = { symbols: string[]; signal: AbortSignal | null | undefined; push: (...ticks: PriceTick[]) => void };
const streams: Stream[] = [];
let refused: number | undefined;

// All test files share one stream. So the tests wait until the previous file's coins are unwatched.
beforeAll(() => sleep(300));
beforeEach(() => {
  vi.useFakeTimers();
  streams.length = 0;
  refused = undefined;
  localStorage.setItem('token', 'a-token');
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) =>
    refused === undefined ? openStream(url, init) : Response.json({}, { status: refused }),
  );
});
afterEach(async () => {
  cleanup();
  await settle();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function openStream(url: string, { signal }: RequestInit) {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const push = (...ticks: PriceTick[]) =>
        controller.enqueue(new TextEncoder().encode(`event: prices\ndata: ${JSON.stringify(ticks)}\n\n`));
      const symbols = new URL(url, location.href).searchParams.get('symbols') ?? '';
      streams.push({ symbols: symbols.split(','), signal, push });
      signal?.addEventListener('abort', () => controller.error(new DOMException('aborted', 'AbortError')));
    },
  });
  return new Response(body);
}

/** Waits until a changed set of coins is requested and a frame is painted. */
const settle = () => act(() => vi.advanceTimersByTimeAsync(300));

function lastStream() {
  const stream = streams.at(-1);
  if (!stream) throw new Error('no stream was opened');
  return stream;
}

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
// Each test needs its own coin, because the module caches ticks.
let coins = 0;
const newCoin = (): PriceTick => ({
  symbol: `C${(coins += 1)}`,
  price: 100,
  price_exact: '100.00',
  change: 1,
  updated_at: at(0),
  paused: null,
});
const risen = (tick: PriceTick, price_exact: string, second = 1): PriceTick => ({
  ...tick,
  price: Number(price_exact),
  price_exact,
  updated_at: at(second),
});

const renders = new Map<string, number>();
type Listed = Omit<PriceTick, 'paused'> & { paused: HoldingPause | null };
function Price({ tick, watched }: { tick: Listed; watched?: boolean }) {
  const { symbol, price_exact, paused } = useLiveTick(tick, watched);
  renders.set(symbol, (renders.get(symbol) ?? 0) + 1);
  return <p>{`${symbol} ${price_exact}${paused ? ` ${paused}` : ''}`}</p>;
}

test('a pushed price rerenders only the components that show this coin', async () => {
  const [moving, still] = [newCoin(), newCoin()];
  render([<Price key="1" tick={moving} />, <Price key="2" tick={still} />]);
  await settle();
  const before = renders.get(still.symbol);
  lastStream().push(risen(moving, '101.00'), still);
  await settle();
  expect(screen.getByText(`${moving.symbol} 101.00`)).toBeDefined();
  lastStream().push(risen(moving, '102.00', 2));
  await settle();
  expect(screen.getByText(`${moving.symbol} 102.00`)).toBeDefined();
  expect(renders.get(still.symbol)).toBe((before ?? 0) + 1);
});

test('several pushed prices within a frame cause one render', async () => {
  const coin = newCoin();
  render(<Price tick={coin} />);
  await settle();
  const before = renders.get(coin.symbol) ?? 0;
  for (const second of [1, 2, 3]) lastStream().push(risen(coin, `10${second}.00`, second));
  await settle();
  expect(screen.getByText(`${coin.symbol} 103.00`)).toBeDefined();
  expect(renders.get(coin.symbol)).toBe(before + 1);
});

test('a page uses one price stream and reopens it only after the set of coins has settled', async () => {
  const [first, second] = [newCoin(), newCoin()];
  const { rerender } = render(<Price tick={first} />);
  await settle();
  rerender([<Price key="1" tick={first} />, <Price key="2" tick={second} />, <Price key="3" tick={first} />]);
  rerender([<Price key="1" tick={first} />, <Price key="2" tick={second} />]);
  await settle();
  expect(streams.map(({ symbols }) => symbols)).toEqual([[first.symbol], [first.symbol, second.symbol].toSorted()]);
  expect(streams[0]?.signal?.aborted).toBe(true);
});

test('the price stream does not request unwatched coins, and ends without watched coins', async () => {
  const [watched, unwatched] = [newCoin(), newCoin()];
  const { rerender } = render([<Price key="1" tick={watched} />, <Price key="2" tick={unwatched} watched={false} />]);
  await settle();
  expect(streams.map(({ symbols }) => symbols)).toEqual([[watched.symbol]]);
  rerender(<p>Elsewhere</p>);
  await settle();
  expect(lastStream().signal?.aborted).toBe(true);
  expect(streams).toHaveLength(1);
});

test('the price stream requests the newest coins when too many coins are watched', async () => {
  const many = Array.from({ length: maxWatchedCoins + 5 }, newCoin);
  render(many.map((coin) => <Price key={coin.symbol} tick={coin} />));
  await settle();
  expect(lastStream().symbols).toEqual(
    many
      .slice(5)
      .map(({ symbol }) => symbol)
      .toSorted(),
  );
});

test('the newer of the listed and the pushed price is shown, and the paused price if both have the same time', async () => {
  const coin = newCoin();
  const { rerender } = render(<Price tick={coin} />);
  await settle();
  lastStream().push(risen(coin, '101.00'));
  await settle();
  rerender(<Price tick={risen(coin, '105.00', 5)} />);
  expect(screen.getByText(`${coin.symbol} 105.00`)).toBeDefined();
  lastStream().push({ ...risen(coin, '105.00', 5), paused: 'stale' });
  await settle();
  expect(screen.getByText(`${coin.symbol} 105.00 stale`)).toBeDefined();
  rerender(<Price tick={risen(coin, '106.00', 6)} />);
  expect(screen.getByText(`${coin.symbol} 106.00`)).toBeDefined();
});

test('a delisted coin stays delisted despite an earlier push', async () => {
  const coin = newCoin();
  const { rerender } = render(<Price tick={coin} />);
  await settle();
  lastStream().push(risen(coin, '101.00', 5));
  await settle();
  rerender(<Price tick={{ ...risen(coin, '99.00', 2), paused: 'delisted' }} />);
  expect(screen.getByText(`${coin.symbol} 99.00 delisted`)).toBeDefined();
});

test('a signed-out visitor opens no price stream', async () => {
  localStorage.clear();
  render(<Price tick={newCoin()} />);
  await settle();
  expect(streams).toHaveLength(0);
});

test('a failed price stream is retried while the list price stays visible', async () => {
  refused = 503;
  const coin = newCoin();
  render(<Price tick={coin} />);
  await settle();
  expect(screen.getByText(`${coin.symbol} 100.00`)).toBeDefined();
  refused = undefined;
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  lastStream().push(risen(coin, '101.00'));
  await settle();
  expect(screen.getByText(`${coin.symbol} 101.00`)).toBeDefined();
});
