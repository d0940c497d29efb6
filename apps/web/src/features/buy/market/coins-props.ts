import type { UseQueryResult } from '@tanstack/react-query';
import type { MarketItem } from '../../../api/read/answers.ts';

export type CoinsProps = {
  coins: UseQueryResult<MarketItem[]>;
  chosen: MarketItem | undefined;
  /** Shown while no coin is selected. */
  hint: string;
  onChoose: (symbol: string, fromTop?: boolean) => void;
};
