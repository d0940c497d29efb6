import { amountOf, isMoreThan, usdEquivalentFloor, type Amount, type FiatCode } from '@florin/money';
import { useMay } from '../../api/may.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useOfflineLine } from '../../ui/offline-line.tsx';
import { BalanceMask } from '../../wallet-ui/balance-mask.tsx';
import { currencyName } from '../../wallet-ui/currency-name.ts';
import { PrivateAmount, useHiddenBalances } from './hidden-balances.tsx';
import type { OpenMoneyDialog } from './money-dialogs.tsx';
import styles from './wallets.module.css';

/** Thresholds in cents. A wallet above its threshold is Active; otherwise it is Low (rule dashboard-17). */
const activeAbove: Record<FiatCode, bigint> = { USD: 1_000_00n, EUR: 500_00n, GBP: 500_00n };

type WalletCardProps = {
  available: Amount<FiatCode>;
  held: Amount<FiatCode>;
  openDialog: OpenMoneyDialog;
};

export function WalletCard({ available, held, openDialog }: WalletCardProps) {
  const code = available.asset;
  const name = currencyName[code];
  const { reasonId, line } = useOfflineLine();
  const pays = useMay('pay');
  const active = isMoreThan(available, amountOf(code, activeAbove[code]));
  return (
    <article aria-label={name}>
      <header>
        <h3>{name}</h3>
        <WalletBadge active={active} />
      </header>
      <p className="figure figure-large">
        <PrivateAmount amount={available} />
      </p>
      <p className={`small muted ${styles.dollars}`}>
        {code === 'USD' ? (
          'Used for trading crypto'
        ) : (
          <>
            <PrivateAmount amount={usdEquivalentFloor(available)} /> in USD
          </>
        )}
      </p>
      {held.units > 0n && (
        <p className={`small ${styles.held}`}>
          Held <PrivateAmount amount={held} />
        </p>
      )}
      {pays && (
        <div className={styles.actions}>
          <Button size="s" reasonId={reasonId} onClick={() => openDialog('add-funds', code)}>
            Add Funds
          </Button>
          <Button size="s" reasonId={reasonId} onClick={() => openDialog('withdraw', code)}>
            Withdraw
          </Button>
          <Button size="s" variant="quiet" reasonId={reasonId} onClick={() => openDialog('exchange', code)}>
            Exchange
          </Button>
        </div>
      )}
      {pays && line}
    </article>
  );
}

/**
 * Shows Active or Low. The badge is masked together with the balances, because the badge reveals the size of the
 * balance.
 */
function WalletBadge({ active }: { active: boolean }) {
  const { hidden } = useHiddenBalances();
  const tone = active ? 'ok' : 'low';
  return (
    <Badge {...(!hidden && { tone })}>
      <BalanceMask hidden={hidden}>{active ? 'Active' : 'Low'}</BalanceMask>
    </Badge>
  );
}
