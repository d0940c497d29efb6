import { add, type Amount } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { portfolioQuery, walletsQuery } from '../../api/queries.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BalanceMaskButton } from '../../wallet-ui/balance-mask.tsx';
import { balancesOf, cryptoValue, otherFiatInUsd, type Balances } from './balances.ts';
import { PrivateAmount, useHiddenBalances } from './hidden-balances.tsx';

/** The dollars and the coins (specification, section 9), and below the two parts that make it. */
export function TotalBalance() {
  const { hidden, setHidden } = useHiddenBalances();
  return (
    <div className="dash-total">
      <div className="dash-total-head">
        <div className="dash-lab">
          <h2 className="text-body font-medium tracking-text">Total Balance</h2>
          <BalanceMaskButton hidden={hidden} onChange={setHidden} />
        </div>
      </div>
      <TotalContent />
    </div>
  );
}

function TotalContent() {
  const wallets = useQuery(walletsQuery);
  const portfolio = useQuery(portfolioQuery);
  if (wallets.data && portfolio.data)
    return <Total balances={balancesOf(wallets.data)} crypto={cryptoValue(portfolio.data)} />;
  const missing = [wallets, portfolio].filter(({ data }) => data === undefined);
  if (missing.some(({ isError, fetchStatus }) => isError || fetchStatus === 'paused'))
    return <LoadFailed onRetry={() => missing.forEach((query) => void query.refetch())} />;
  return <TotalSkeleton />;
}

function Total({ balances, crypto }: { balances: Balances; crypto: Amount<'USD'> }) {
  const others = otherFiatInUsd(balances);
  return (
    <>
      <p className="fig fig-hero">
        <PrivateAmount amount={add(balances.USD, crypto)} />
      </p>
      {others.units > 0n && (
        <p className="dash-sub">
          <span className="muted">
            EUR and GBP add <PrivateAmount amount={others} />
          </span>
        </p>
      )}
      <dl className="dash-parts">
        <div>
          <dt>US Dollar</dt>
          <dd>
            <PrivateAmount amount={balances.USD} />
          </dd>
        </div>
        <div>
          <dt>Crypto</dt>
          <dd>
            <PrivateAmount amount={crypto} />
          </dd>
        </div>
      </dl>
    </>
  );
}

function TotalSkeleton() {
  return (
    <>
      <output className="sr">Loading your balances</output>
      <Skeleton width="min(420px, 86%)" height={72} className="mt-6" />
      <Skeleton width={180} height={14} className="mt-6 mb-6 tablet:mb-10" />
      <div className="dash-parts" aria-busy>
        {['US Dollar', 'Crypto'].map((part) => (
          <div key={part}>
            <Skeleton width={64} />
            <Skeleton width={96} height={22} className="mt-3" />
          </div>
        ))}
      </div>
    </>
  );
}
