import { amountOf, type Amount } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import type { Holding } from '../../api/read/answers.ts';
import { fromExact } from '../../api/exact.ts';
import { portfolioQuery } from '../../api/queries.ts';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { AverageCostHint } from '../../wallet-ui/average-cost-hint.tsx';
import { GainText } from '../../wallet-ui/gain-text.tsx';
import { gainOn, useLiveHolding } from '../../wallet-ui/live-holding.ts';
import { PriceText } from '../../wallet-ui/price-text.tsx';
import { TradeLinks } from './trade-links.tsx';
import styles from './coin.module.css';

export function CoinHolding({ symbol, name }: { symbol: string; name: string }) {
  return (
    <aside className={`slab ${styles.slab}`} aria-label={`Your ${name}`}>
      <p className="muted">Your {name}</p>
      <HoldingOf symbol={symbol} name={name} />
    </aside>
  );
}

function HoldingOf({ symbol, name }: { symbol: string; name: string }) {
  const { data: holdings, isError, error, fetchStatus, refetch } = useQuery(portfolioQuery);
  if (!holdings) {
    if (isError || fetchStatus === 'paused') return <LoadFailed error={error} onRetry={() => void refetch()} />;
    return <HoldingSkeleton />;
  }
  const holding = holdings.find((each) => each.symbol === symbol);
  return holding ? <Held holding={holding} /> : <NoneYet symbol={symbol} name={name} />;
}

function Held({ holding }: { holding: Holding }) {
  const live = useLiveHolding(holding);
  const { symbol, amount_exact, average_cost_exact: averageCost, paused } = live;
  const value = fromExact('USD', live.value_exact);
  const unrealized = gainOn(live);
  const realized = fromExact('USD', live.realized_gain_exact ?? '0.00');
  return (
    <>
      <p className="figure figure-large">
        <AmountText amount={value} />
      </p>
      <p className="small">
        <AmountText amount={fromExact(symbol, amount_exact)} />{' '}
        {averageCost !== undefined && (
          <span className="muted">
            at an average cost of <PriceText usdPerCoin={averageCost} />
          </span>
        )}
      </p>
      <dl className="sum">
        {unrealized && (
          <>
            <div>
              <dt>Cost with fees</dt>
              <dd>
                <AmountText amount={unrealized.cost} />
              </dd>
            </div>
            <div>
              <dt>Unrealized gain</dt>
              <dd>
                <GainText {...unrealized} />
              </dd>
            </div>
          </>
        )}
        <div className="total">
          <dt>{paused === 'delisted' ? 'Value at that price' : 'Value now'}</dt>
          <dd>
            <AmountText amount={value} />
          </dd>
        </div>
      </dl>
      {realized.units !== 0n && <Realized gain={realized} />}
      <AverageCostHint />
      {paused !== 'delisted' && <TradeLinks symbol={symbol} place="slab" />}
    </>
  );
}

/** Shows the gain of earlier sales separately, because the coins' value does not include that gain. */
function Realized({ gain }: { gain: Amount<'USD'> }) {
  return (
    <dl className={`sum ${styles.realized}`}>
      <div>
        <dt>Realized gain</dt>
        <dd>
          <GainText gain={gain} cost={noCost} />
        </dd>
      </div>
    </dl>
  );
}

/** Hides the percentage, because the cost of the sold coins is unknown. */
const noCost = amountOf('USD', 0n);

function NoneYet({ symbol, name }: { symbol: string; name: string }) {
  return (
    <>
      <p className={styles.none}>You have no {name} yet.</p>
      <p className="muted">Start with one dollar. You’ll see the fee before you buy.</p>
      <TradeLinks symbol={symbol} place="slab" />
    </>
  );
}

function HoldingSkeleton() {
  return (
    <div aria-busy>
      <output className="screen-reader">Loading</output>
      <Skeleton width={200} height={36} className="space-above-3" />
      <Skeleton width="80%" className="space-above-4" />
      <Skeleton width="100%" height={96} className="space-above-8" />
    </div>
  );
}
