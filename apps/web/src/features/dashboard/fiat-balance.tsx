import { fiatCodes } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { walletsQuery } from '../../api/queries.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { currencyName } from '../../wallet-ui/currency-name.ts';
import { allFiatInUsd, balancesOf, type Balances } from './balances.ts';
import { PrivateAmount } from './hidden-balances.tsx';
import { Loaded } from './loaded.tsx';
import styles from './dashboard.module.css';

export function FiatBalance() {
  return (
    <div className="dashboard-fiat">
      <div className="rule-head">
        <h2>Fiat Balance</h2>
      </div>
      <Loaded query={useQuery(walletsQuery)} skeleton={<FiatSkeleton />}>
        {(wallets) => <FiatSum balances={balancesOf(wallets)} />}
      </Loaded>
    </div>
  );
}

function FiatSum({ balances }: { balances: Balances }) {
  return (
    <dl className="sum">
      {fiatCodes.map((code) => (
        <div key={code}>
          <dt>
            {currencyName[code]} <span className="caption">{code}</span>
          </dt>
          <dd className={styles.fiatValue}>
            <PrivateAmount amount={balances[code]} />
          </dd>
        </div>
      ))}
      <div className="total">
        <dt>In US dollars</dt>
        <dd className={styles.fiatValue}>
          <PrivateAmount amount={allFiatInUsd(balances)} />
        </dd>
      </div>
    </dl>
  );
}

function FiatSkeleton() {
  return (
    <div className="sum" aria-busy>
      {[...fiatCodes, 'total'].map((line) => (
        <div key={line}>
          <Skeleton width={110} height={14} />
          <Skeleton width={96} height={22} />
        </div>
      ))}
    </div>
  );
}
