import type { UseQueryResult } from '@tanstack/react-query';
import type { MarketItem } from '../../../api/read/answers.ts';

export type CoinsProps = {
  coins: UseQueryResult<MarketItem[]>;
  chosen: MarketItem | undefined;
  /** What to say as long as none is chosen. */
  words: string;
  onChoose: (symbol: string, fromTop?: boolean) => void;
};
