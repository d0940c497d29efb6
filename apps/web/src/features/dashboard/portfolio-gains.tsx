import { add, zero, type Amount } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import type { Holding } from '../../api/read/answers.ts';
import { fromExact } from '../../api/exact.ts';
import { NotOffered } from '../../api/not-offered.ts';
import { gainsQuery } from '../../api/queries.ts';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AverageCostHint } from '../../wallet-ui/average-cost-hint.tsx';
import { BalanceMask } from '../../wallet-ui/balance-mask.tsx';
import { GainText } from '../../wallet-ui/gain-text.tsx';
import { gainOn, useLiveHoldings } from '../../wallet-ui/live-holding.ts';
import { cryptoValue } from './balances.ts';
import { PrivateAmount, useHiddenBalances } from './hidden-balances.tsx';
import styles from './dashboard.module.css';

/** Shows the portfolio's total value, unrealized gain and realized gain. */
export function PortfolioGains({ holdings }: { holdings: readonly Holding[] }) {
  const { data: gains, isLoadingError, error, isFetching, refetch } = useQuery(gainsQuery);
  const hasFailed = isLoadingError && !(error instanceof NotOffered);
  const realized = gains && fromExact('USD', gains.realized_gain_exact);
  const hasSold = realized !== undefined && realized.units !== 0n;
  const holds = holdings.length > 0;
  if (!holds && !hasSold && !hasFailed) return null;
  return (
    <div className={`${styles.gains} small`}>
      {(holds || hasSold) && (
        <dl>
          {holds && <HeldGains holdings={holdings} />}
          {!isLoadingError && <RealizedGain gain={realized} />}
        </dl>
      )}
      {hasFailed && (
        <LoadFailed
          message="Could not load the realized gain"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      <AverageCostHint />
    </div>
  );
}

function RealizedGain({ gain }: { gain: Amount<'USD'> | undefined }) {
  return (
    <div>
      <dt>Realized gain</dt>
      <dd>{gain ? <PrivateGain gain={gain} cost={zero('USD')} /> : <Skeleton width={80} />}</dd>
    </div>
  );
}

function HeldGains({ holdings }: { holdings: readonly Holding[] }) {
  const live = useLiveHoldings(holdings);
  const gain = gainOfAll(live);
  return (
    <>
      <div>
        <dt>Value</dt>
        <dd>
          <PrivateAmount amount={cryptoValue(live)} />
        </dd>
      </div>
      {gain && (
        <div>
          <dt>Unrealized gain</dt>
          <dd>
            <PrivateGain {...gain} />
          </dd>
        </div>
      )}
    </>
  );
}

function PrivateGain(gain: { gain: Amount<'USD'>; cost: Amount<'USD'> }) {
  return (
    <BalanceMask hidden={useHiddenBalances().hidden}>
      <GainText {...gain} />
    </BalanceMask>
  );
}

/** Sums the gains. Returns undefined if the server does not send the cost of every holding. */
function gainOfAll(holdings: readonly Holding[]) {
  const gains = holdings.flatMap((holding) => gainOn(holding) ?? []);
  if (gains.length < holdings.length) return undefined;
  return {
    gain: gains.map(({ gain }) => gain).reduce(add, zero('USD')),
    cost: gains.map(({ cost }) => cost).reduce(add, zero('USD')),
  };
}
