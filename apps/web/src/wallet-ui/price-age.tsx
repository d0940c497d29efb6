import type { PriceKind } from '@florin/contract';
import { useEffect, useState } from 'react';
import { serverNow } from '../api/server-time.ts';
import { decimalText } from '../ui/decimal-text.ts';

/** Every field is optional, because another server may not send it. */
type PriceAgeProps = { kind?: PriceKind | undefined; source?: string | undefined; updated_at?: string | undefined };

const tickMs = 5_000;

/** Shows the source and the age of the prices. The age keeps increasing between updates. */
export function PriceAge({ kind, source, updated_at: updatedAt }: PriceAgeProps) {
  const now = useNow();
  const words = sourceOf(kind, source);
  const age = updatedAt === undefined ? '' : `, updated ${ageWords(now - Date.parse(updatedAt))}`;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${age}`;
}

/** Names the age of prices that are too old for trading: `prices from CoinGecko are 12 minutes old`. */
export function PricesAreOld({ kind, source, updated_at: updatedAt }: PriceAgeProps) {
  const now = useNow();
  const age = updatedAt === undefined ? 'too' : lengthWords(now - Date.parse(updatedAt));
  return `${sourceOf(kind, source)} are ${age} old`;
}

const sourceOf = (kind: PriceKind | undefined, source: string | undefined) => {
  switch (kind) {
    case 'simulated':
      return 'simulated prices';
    case 'reference':
      return 'reference prices';
    case 'live':
      return source === undefined ? 'live prices' : `prices from ${source}`;
    case undefined:
      return 'server prices';
  }
};

function useNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** A younger price counts as updated just now. */
const justNowSeconds = 15;

function ageWords(ageMs: number): string {
  const seconds = Math.round(ageMs / 1000);
  if (seconds < justNowSeconds) return 'just now';
  const { count, unit } = inUnits(seconds);
  return `${unitsText(count, unit)} ago`;
}

function lengthWords(ageMs: number): string {
  const { count, unit } = inUnits(Math.max(0, Math.round(ageMs / 1000)));
  return unitsText(count, unit);
}

type Unit = 'second' | 'minute' | 'hour' | 'day';

function inUnits(seconds: number): { count: number; unit: Unit } {
  if (seconds < 60) return { count: seconds, unit: 'second' };
  if (seconds < 3600) return { count: Math.floor(seconds / 60), unit: 'minute' };
  if (seconds < 86_400) return { count: Math.floor(seconds / 3600), unit: 'hour' };
  return { count: Math.floor(seconds / 86_400), unit: 'day' };
}

const unitsText = (count: number, unit: Unit) => `${decimalText(count, 0)} ${unit}${count === 1 ? '' : 's'}`;
