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

export function CoinHolding({ symbol, name }: { symbol: string; name: string }) {
  return (
    <aside className="slab coin-s" aria-label={`Your ${name}`}>
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
      <p className="fig fig-l">
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
              <dt>Unrealised gain</dt>
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

/** What earlier sales brought stands apart: it is not part of what the coins are worth. */
function Realized({ gain }: { gain: Amount<'USD'> }) {
  return (
    <dl className="sum coin-realized">
      <div>
        <dt>Realised gain</dt>
        <dd>
          <GainText gain={gain} cost={noCost} />
        </dd>
      </div>
    </dl>
  );
}

/** The coins sold are gone, and their cost with them: there is nothing that the gain is a share of. */
const noCost = amountOf('USD', 0n);

function NoneYet({ symbol, name }: { symbol: string; name: string }) {
  return (
    <>
      <p className="coin-none">You have no {name} yet.</p>
      <p className="muted">Buy some for as little as one dollar; the fee is said before.</p>
      <TradeLinks symbol={symbol} place="slab" />
    </>
  );
}

function HoldingSkeleton() {
  return (
    <div aria-busy>
      <output className="sr">Loading</output>
      <Skeleton width={200} height={36} className="mt-3" />
      <Skeleton width="80%" className="mt-4" />
      <Skeleton width="100%" height={96} className="mt-8" />
    </div>
  );
}
