import type { Holding } from '../../api/read/answers.ts';
import { fromExact } from '../../api/exact.ts';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { CoinIcon } from '../../wallet-ui/coin-icon.tsx';
import { GainText } from '../../wallet-ui/gain-text.tsx';
import { gainOn, useLiveHolding } from '../../wallet-ui/live-holding.ts';

type HoldingChoiceProps = { holding: Holding; chosen: boolean; onChoose: () => void };

export function HoldingChoice({ holding, chosen, onChoose }: HoldingChoiceProps) {
  const live = useLiveHolding(holding);
  const { symbol, name, amount_exact, value_exact } = live;
  const gain = gainOn(live);
  return (
    <button type="button" className="row row-sell" aria-pressed={chosen} onClick={onChoose}>
      <CoinIcon symbol={symbol} />
      <span>
        <span className="t block">{name}</span>
        <span className="s block">{symbol}</span>
      </span>
      <span className="hold-gain small">
        {gain && (
          <>
            <span className="sr">Unrealized gain </span>
            <GainText {...gain} />
          </>
        )}
      </span>
      <span className="e">
        <AmountText amount={fromExact('USD', value_exact)} />
        <br />
        <span className="s">
          <AmountText amount={fromExact(symbol, amount_exact)} />
        </span>
      </span>
    </button>
  );
}
