import type { CandleRange } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { candlesQuery } from '../../api/queries.ts';

/** A coin's history over a range. What was shown of this coin stays until another range has come; `range` says which it is. */
export const useCandles = (symbol: string, range: CandleRange) =>
  useQuery({
    ...candlesQuery(symbol, range),
    placeholderData: (shown, query) => (query?.queryKey[1] === symbol ? shown : undefined),
  });
