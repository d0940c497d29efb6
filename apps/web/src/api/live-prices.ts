import { maxWatchedCoins, type HoldingPause, type PriceTick } from '@florin/contract';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { sharePrices } from './price-stream.ts';
import type { SharedStream } from './share-stream.ts';
import { storedToken } from './stored-session.ts';

/** An item with a coin price. The coin may be delisted, and the price may lack a time. */
type Priced = Pick<PriceTick, 'symbol' | 'change'> & {
  readonly price?: number;
  readonly price_exact?: string;
  readonly updated_at?: string;
  readonly paused: HoldingPause | null;
};

/**
 * Returns the item with the newest known price, change, time and pause: the pushed values, or the item's own values if
 * newer. While `watched` is true, the shared price stream includes this coin. Only calling components rerender on a new
 * price.
 */
export function useLiveTick<T extends Priced>(item: T, watched = true): T {
  const { symbol } = item;
  useEffect(() => (watched ? watch(symbol) : undefined), [symbol, watched]);
  const subscribe = useCallback((onTick: () => void) => listenTo(symbol, onTick), [symbol]);
  const tick = useSyncExternalStore(subscribe, () => ticks.get(symbol));
  return useMemo(() => withNewest(item, tick), [item, tick]);
}

/** Like `useLiveTick`, for all items of a list, such as for a sum. */
export function useLiveTicks<T extends Priced>(items: readonly T[]): readonly T[] {
  const symbols = items.map(({ symbol }) => symbol).join(',');
  useEffect(() => forEachSymbol(symbols, watch), [symbols]);
  const subscribe = useCallback(
    (onTick: () => void) => forEachSymbol(symbols, (each) => listenTo(each, onTick)),
    [symbols],
  );
  const known = useSyncExternalStore(subscribe, () => snapshot);
  return useMemo(() => items.map((item) => withNewest(item, known.get(item.symbol))), [items, known]);
}

function forEachSymbol(symbols: string, begin: (symbol: string) => () => void): () => void {
  const ends = symbols === '' ? [] : symbols.split(',').map(begin);
  return () => ends.forEach((end) => end());
}

const withNewest = <T extends Priced>(item: T, tick: PriceTick | undefined): T =>
  tick && isNewer(tick, item) ? { ...item, ...tick } : item;

/** The stream changes this long after the last change of the watched coins. */
const settleMs = 250;

const ticks = new Map<string, PriceTick>();
/** A new object after each change, for `useSyncExternalStore`. */
let snapshot = { get: (symbol: string) => ticks.get(symbol) };
const listeners = new Map<string, Set<() => void>>();
/** The number of watchers per coin. The most recently watched coins come last. */
const watchers = new Map<string, number>();
let stream: { token: string; prices: SharedStream | undefined } | undefined;
let requested = '';
let settling: ReturnType<typeof setTimeout> | undefined;
let changedAt = 0;

/**
 * Whether a pushed tick is newer than the item. At the same time the paused tick is newer, because a price pauses when
 * it gets old and resumes with a new time. A delisted coin never takes a tick.
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
  updateWhenSettled();
  return () => {
    const left = (watchers.get(symbol) ?? 0) - 1;
    if (left > 0) watchers.set(symbol, left);
    else watchers.delete(symbol);
    updateWhenSettled();
  };
}

/** Starts one timer for all changes, because a new page watches dozens of coins at once. */
function updateWhenSettled() {
  changedAt = performance.now();
  settling ??= setTimeout(updateIfSettled, settleMs);
}

/** Whether a change of the watched coins has yet to reach the stream. */
export const isSettling = () => settling !== undefined;

function updateIfSettled() {
  const remaining = changedAt + settleMs - performance.now();
  settling = remaining > 0 ? setTimeout(updateIfSettled, remaining) : undefined;
  if (settling === undefined) updateStream();
}

function updateStream() {
  const token = storedToken();
  const newest = [...watchers.keys()].slice(-maxWatchedCoins);
  const symbols = token === null ? '' : newest.toSorted().join(',');
  if (symbols === requested && (stream === undefined || stream.token === token)) return;
  requested = symbols;
  if (token === null || symbols === '' || stream?.token !== token) {
    stream?.prices?.leave();
    stream = undefined;
  }
  if (token === null || symbols === '') return;
  if (stream) stream.prices?.wish(newest);
  else stream = { token, prices: sharePrices(token, newest, applyWithNextFrame, ticksOf) };
}

const ticksOf = (symbols: readonly string[]) => symbols.flatMap((symbol) => ticks.get(symbol) ?? []);

const arrived = new Map<string, PriceTick>();
let frame: number | undefined;

/** Applies all ticks of one frame together. */
function applyWithNextFrame(newTicks: readonly PriceTick[]) {
  for (const tick of newTicks) arrived.set(tick.symbol, tick);
  frame ??= requestAnimationFrame(applyArrived);
}

function applyArrived() {
  frame = undefined;
  const moved = [...arrived.values()].filter((tick) => !isSame(tick, ticks.get(tick.symbol)));
  arrived.clear();
  for (const tick of moved) ticks.set(tick.symbol, tick);
  snapshot = { ...snapshot };
  for (const { symbol } of moved) for (const onTick of listeners.get(symbol) ?? []) onTick();
}

const isSame = (tick: PriceTick, known: PriceTick | undefined) =>
  known !== undefined &&
  tick.price_exact === known.price_exact &&
  tick.change === known.change &&
  tick.updated_at === known.updated_at &&
  tick.paused === known.paused;
