import type { Wallet } from '@florin/contract';
import { fiatCodes } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { walletsQuery } from '../../api/queries.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { allFiatInUsd, balancesOf, heldIn } from './balances.ts';
import { PrivateAmount } from './hidden-balances.tsx';
import { Loaded } from './loaded.tsx';
import type { OpenMoneyDialog } from './money-dialogs.tsx';
import { WalletCard } from './wallet-card.tsx';
import styles from './wallets.module.css';

type WalletTabProps = { openDialog: OpenMoneyDialog };

export function WalletTab({ openDialog }: WalletTabProps) {
  return (
    <Loaded query={useQuery(walletsQuery)} skeleton={<WalletsSkeleton />}>
      {(wallets) => <Wallets wallets={wallets} openDialog={openDialog} />}
    </Loaded>
  );
}

function Wallets({ wallets, openDialog }: WalletTabProps & { wallets: readonly Wallet[] }) {
  const balances = balancesOf(wallets);
  return (
    <>
      <div className={styles.wallets}>
        {fiatCodes.map((code) => (
          <WalletCard key={code} available={balances[code]} held={heldIn(code, wallets)} openDialog={openDialog} />
        ))}
      </div>
      <dl className={`sum ${styles.sum}`}>
        <div className="total">
          <dt>Total in USD equivalent</dt>
          <dd className={`figure ${styles.total}`}>
            <PrivateAmount amount={allFiatInUsd(balances)} />
          </dd>
        </div>
      </dl>
    </>
  );
}

function WalletsSkeleton() {
  return (
    <div className={styles.wallets} aria-busy>
      <output className="screen-reader">Loading your wallets</output>
      {fiatCodes.map((code) => (
        <article key={code}>
          <Skeleton width={90} height={14} />
          <Skeleton width="min(220px, 80%)" height={36} className="space-above-5" />
          <Skeleton width={110} className="space-above-4" />
          <Skeleton width={92} height={36} className="space-above-6" />
        </article>
      ))}
    </div>
  );
}
