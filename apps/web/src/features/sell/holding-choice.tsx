import type { Holding } from '@florin/contract';
import { fromExact } from '../../api/exact.ts';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { CoinIcon } from '../../wallet-ui/coin-icon.tsx';

type HoldingChoiceProps = { holding: Holding; chosen: boolean; onChoose: () => void };

export function HoldingChoice({ holding, chosen, onChoose }: HoldingChoiceProps) {
  return (
    <button type="button" className="row" aria-pressed={chosen} onClick={onChoose}>
      <CoinIcon symbol={holding.symbol} />
      <span>
        <span className="t block">{holding.name}</span>
        <span className="s block">{holding.symbol}</span>
      </span>
      <span className="e">
        <AmountText amount={fromExact('USD', holding.value_exact)} />
        <br />
        <span className="s">
          <AmountText amount={fromExact(holding.symbol, holding.amount_exact)} />
        </span>
      </span>
    </button>
  );
}
