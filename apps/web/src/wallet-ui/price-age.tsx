import type { PriceKind } from '@florin/contract';
import { ageWords, lengthWords } from './age-words.ts';
import { useNow } from './use-now.ts';

/** Every field is optional, because another server may omit the field. */
type PriceAgeProps = { kind?: PriceKind | undefined; source?: string | undefined; updated_at?: string | undefined };

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
