import { useQuery } from '@tanstack/react-query';
import type { Holding } from '../api/read/answers.ts';
import { fromExact } from '../api/exact.ts';
import { sparklinesQuery } from '../api/queries.ts';
import { AmountText } from './amount-text.tsx';
import { BalanceMask } from './balance-mask.tsx';
import { Sparkline } from './chart/sparkline.tsx';
import { CoinIcon } from './coin-icon.tsx';
import { directionOf } from './delta.tsx';
import { useLiveHolding } from './live-holding.ts';
import { percentText } from './percent-text.ts';
import { PriceChange } from './price-change.tsx';

/** The cells of a holding's `.row-hold`: coin, amount, 24-hour sparkline, value and 24-hour change. */
export function HoldingCells({ holding, hidden = false }: { holding: Holding; hidden?: boolean }) {
  const live = useLiveHolding(holding);
  const { symbol, name, amount_exact, value_exact } = live;
  return (
    <>
      <CoinIcon symbol={symbol} />
      <span>
        <span className="row-title block">{name}</span>
        <span className="row-subtitle block">
          <BalanceMask hidden={hidden}>
            {amount_exact} {symbol}
          </BalanceMask>
        </span>
      </span>
      <LastDay symbol={symbol} change={live.change} />
      <span className="row-end">
        <BalanceMask hidden={hidden}>
          <AmountText amount={fromExact('USD', value_exact)} />
        </BalanceMask>
        <span className="small block">
          <PriceChange {...live} />
        </span>
      </span>
    </>
  );
}

const noPoints: readonly number[] = [];

function LastDay({ symbol, change }: Pick<Holding, 'symbol' | 'change'>) {
  const { data } = useQuery({
    ...sparklinesQuery,
    select: (all) => all.find((each) => each.symbol === symbol)?.points,
  });
  return <Sparkline points={data ?? noPoints} direction={directionOf(percentText(change))} />;
}
