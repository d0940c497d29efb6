import type { CandleRange } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { candlesQuery } from '../../api/queries-of-coins.ts';

/** Returns a coin's candles for a range. Until the candles load, returns this coin's previous range; see `range`. */
export const useCandles = (symbol: string, range: CandleRange) =>
  useQuery({
    ...candlesQuery(symbol, range),
    placeholderData: (shown, query) => (query?.queryKey[1] === symbol ? shown : undefined),
  });
