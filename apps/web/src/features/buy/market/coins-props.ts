import type { MarketItem } from '@florin/contract';
import type { UseQueryResult } from '@tanstack/react-query';

export type CoinsProps = {
  coins: UseQueryResult<MarketItem[]>;
  chosen: MarketItem | undefined;
  /** What to say as long as none is chosen. */
  words: string;
  onChoose: (symbol: string) => void;
};
