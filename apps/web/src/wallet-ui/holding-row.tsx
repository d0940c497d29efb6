import type { Holding } from '@florin/contract';
import { fromExact } from '../api/exact.ts';
import { AmountText } from './amount-text.tsx';
import { BalanceMask } from './balance-mask.tsx';
import { CoinIcon } from './coin-icon.tsx';
import { Delta } from './delta.tsx';
import { percentText } from './percent-text.ts';

/** What stands in the `.row` of a holding: the coin, how much of it, its value and its change over 24 hours. */
export function HoldingCells({ holding, hidden = false }: { holding: Holding; hidden?: boolean }) {
  return (
    <>
      <CoinIcon symbol={holding.symbol} />
      <span>
        <span className="t block">{holding.name}</span>
        <span className="s block">
          <BalanceMask hidden={hidden}>
            {holding.amount_exact} {holding.symbol}
          </BalanceMask>
        </span>
      </span>
      <span className="e">
        <BalanceMask hidden={hidden}>
          <AmountText amount={fromExact('USD', holding.value_exact)} />
        </BalanceMask>
        <span className="small block">
          <Delta percent={percentText(holding.change)} />
        </span>
      </span>
    </>
  );
}
