import type { Holding } from '../../api/read/answers.ts';
import { fromExact } from '../../api/exact.ts';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { CoinIcon } from '../../wallet-ui/coin-icon.tsx';
import { GainText } from '../../wallet-ui/gain-text.tsx';
import { gainOn, useLiveHolding } from '../../wallet-ui/live-holding.ts';
import styles from './sell.module.css';

type HoldingChoiceProps = { holding: Holding; chosen: boolean; onChoose: () => void };

export function HoldingChoice({ holding, chosen, onChoose }: HoldingChoiceProps) {
  const live = useLiveHolding(holding);
  const { symbol, name, amount_exact, value_exact } = live;
  const gain = gainOn(live);
  return (
    <button type="button" className={`row ${styles.rowSell}`} aria-pressed={chosen} onClick={onChoose}>
      <CoinIcon symbol={symbol} />
      <span>
        <span className="row-title block">{name}</span>
        <span className="row-subtitle block">{symbol}</span>
      </span>
      <span className={`${styles.holdingGain} small`}>
        {gain && (
          <>
            <span className="screen-reader">Unrealized gain </span>
            <GainText {...gain} />
          </>
        )}
      </span>
      <span className="row-end">
        <AmountText amount={fromExact('USD', value_exact)} />
        <br />
        <span className="row-subtitle">
          <AmountText amount={fromExact(symbol, amount_exact)} />
        </span>
      </span>
    </button>
  );
}
