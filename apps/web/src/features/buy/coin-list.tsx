import type { MarketItem } from '@florin/contract';
import { memo } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CoinRow } from './coin-row.tsx';

type CoinListProps = {
  coins: readonly MarketItem[];
  chosen: string | undefined;
  onChoose: (symbol: string) => void;
  onClearSearch: () => void;
};

/** One stop for the Tab key, at the chosen coin or the first; the arrow keys go on from there. */
export function CoinList({ coins, chosen, onChoose, onClearSearch }: CoinListProps) {
  if (coins.length === 0) {
    return (
      <EmptyState
        title="No coin found"
        action={
          <Button size="s" onClick={onClearSearch}>
            Clear search
          </Button>
        }
      >
        Try another name or symbol.
      </EmptyState>
    );
  }
  const tabStop = coins.some(({ symbol }) => symbol === chosen) ? chosen : coins[0]?.symbol;
  return (
    <div className="coin-scroll">
      {coins.map((coin) => (
        <MemoCoinRow
          key={coin.symbol}
          coin={coin}
          chosen={coin.symbol === chosen}
          tabStop={coin.symbol === tabStop}
          onChoose={onChoose}
        />
      ))}
    </div>
  );
}

/** There are some 230 of them: those that did not change are left alone. */
const MemoCoinRow = memo(CoinRow);
