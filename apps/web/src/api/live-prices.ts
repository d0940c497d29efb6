import { maxWatchedCoins, type HoldingPause, type PriceTick } from '@florin/contract';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { sharePrices } from './price-stream.ts';
import type { SharedStream } from './share-stream.ts';
import { storedToken } from './stored-session.ts';

/** Something with a price of its own, which may also be one that the market has no more, or of a time that nobody said. */
type Priced = Pick<PriceTick, 'symbol' | 'change'> & {
  readonly price?: number;
  readonly price_exact?: string;
  readonly updated_at?: string;
  readonly paused: HoldingPause | null;
};

/**
 * The item with the newest price, change, time and pause that is known of its coin: what the server has pushed, or what
 * the item came with, where that is newer. While it is watched, the stream of all windows asks for this coin too. Only the
 * components that call this render when its price moves.
 */
export function useLiveTick<T extends Priced>(item: T, watched = true): T {
  const { symbol } = item;
  useEffect(() => (watched ? watch(symbol) : undefined), [symbol, watched]);
  const subscribe = useCallback((onTick: () => void) => listenTo(symbol, onTick), [symbol]);
  const tick = useSyncExternalStore(subscribe, () => ticks.get(symbol));
  return useMemo(() => withNewest(item, tick), [item, tick]);
}

/** The same for all items of a list at once, as their sum needs it. */
export function useLiveTicks<T extends Priced>(items: readonly T[]): readonly T[] {
  const symbols = items.map(({ symbol }) => symbol).join(',');
  useEffect(() => together(symbols, watch), [symbols]);
  const subscribe = useCallback((onTick: () => void) => together(symbols, (each) => listenTo(each, onTick)), [symbols]);
  const known = useSyncExternalStore(subscribe, () => takenOver);
  return useMemo(() => items.map((item) => withNewest(item, known.get(item.symbol))), [items, known]);
}

function together(symbols: string, begin: (symbol: string) => () => void): () => void {
  const ends = symbols === '' ? [] : symbols.split(',').map(begin);
  return () => ends.forEach((end) => end());
}

const withNewest = <T extends Priced>(item: T, tick: PriceTick | undefined): T =>
  tick && isNewer(tick, item) ? { ...item, ...tick } : item;

/** A scroll or a page that changes asks once, when it has come to rest. */
const restMs = 250;

const ticks = new Map<string, PriceTick>();
/** The same map under a name that is new with every change. */
let takenOver = { get: (symbol: string) => ticks.get(symbol) };
const listeners = new Map<string, Set<() => void>>();
/** By how many a coin is watched; those that began last come last. */
const watchers = new Map<string, number>();
let stream: { token: string; prices: SharedStream | undefined } | undefined;
let asked = '';
let rest: ReturnType<typeof setTimeout> | undefined;
let changedAt = 0;

/**
 * Of two with the same time the paused one is newer: a price is paused as it ages, and goes on with another. A coin that
 * is not on offer any more has no newer one, whatever was pushed before.
 */
const isNewer = (tick: PriceTick, item: Priced) =>
  item.paused !== 'delisted' &&
  (item.updated_at === undefined ||
    tick.updated_at > item.updated_at ||
    (tick.updated_at === item.updated_at && tick.paused !== null));

function listenTo(symbol: string, onTick: () => void): () => void {
  const all = listeners.get(symbol) ?? new Set();
  listeners.set(symbol, all.add(onTick));
  return () => {
    all.delete(onTick);
    if (all.size === 0) listeners.delete(symbol);
  };
}

function watch(symbol: string): () => void {
  const before = watchers.get(symbol) ?? 0;
  watchers.delete(symbol);
  watchers.set(symbol, before + 1);
  askWhenAtRest();
  return () => {
    const left = (watchers.get(symbol) ?? 0) - 1;
    if (left > 0) watchers.set(symbol, left);
    else watchers.delete(symbol);
    askWhenAtRest();
  };
}

/** One timer for all that begin and end meanwhile: a page that opens has dozens at once. */
function askWhenAtRest() {
  changedAt = performance.now();
  rest ??= setTimeout(askIfAtRest, restMs);
}

function askIfAtRest() {
  const missing = changedAt + restMs - performance.now();
  rest = missing > 0 ? setTimeout(askIfAtRest, missing) : undefined;
  if (rest === undefined) askForWatched();
}

function askForWatched() {
  const token = storedToken();
  const newest = [...watchers.keys()].slice(-maxWatchedCoins);
  const symbols = token === null ? '' : newest.toSorted().join(',');
  if (symbols === asked && (stream === undefined || stream.token === token)) return;
  asked = symbols;
  if (token === null || symbols === '' || stream?.token !== token) {
    stream?.prices?.leave();
    stream = undefined;
  }
  if (token === null || symbols === '') return;
  if (stream) stream.prices?.wish(newest);
  else stream = { token, prices: sharePrices(token, newest, takeOverSoon, ticksOf) };
}

const ticksOf = (symbols: readonly string[]) => symbols.flatMap((symbol) => ticks.get(symbol) ?? []);

const arrived = new Map<string, PriceTick>();
let frame: number | undefined;

/** Whatever arrives within a frame is painted with it, once. */
function takeOverSoon(newTicks: readonly PriceTick[]) {
  for (const tick of newTicks) arrived.set(tick.symbol, tick);
  frame ??= requestAnimationFrame(takeOver);
}

function takeOver() {
  frame = undefined;
  const moved = [...arrived.values()].filter((tick) => !isSame(tick, ticks.get(tick.symbol)));
  arrived.clear();
  for (const tick of moved) ticks.set(tick.symbol, tick);
  takenOver = { ...takenOver };
  for (const { symbol } of moved) for (const onTick of listeners.get(symbol) ?? []) onTick();
}

const isSame = (tick: PriceTick, known: PriceTick | undefined) =>
  known !== undefined &&
  tick.price_exact === known.price_exact &&
  tick.change === known.change &&
  tick.updated_at === known.updated_at &&
  tick.paused === known.paused;
