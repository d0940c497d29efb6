import { amountOf, isMoreThan, usdEquivalentFloor, type Amount, type FiatCode } from '@florin/money';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { currencyName } from '../../wallet-ui/currency-name.ts';
import { PrivateAmount } from './hidden-balances.tsx';

/** Above this a wallet is Active, else Low (specification, section 9), in cents. */
const activeAbove: Record<FiatCode, bigint> = { USD: 1_000_00n, EUR: 500_00n, GBP: 500_00n };

export function WalletCard({ balance, onAddFunds }: { balance: Amount<FiatCode>; onAddFunds: () => void }) {
  const name = currencyName[balance.asset];
  const active = isMoreThan(balance, amountOf(balance.asset, activeAbove[balance.asset]));
  return (
    <article aria-label={name}>
      <header>
        <h3>{name}</h3>
        <Badge tone={active ? 'ok' : 'low'}>{active ? 'Active' : 'Low'}</Badge>
      </header>
      <p className="fig fig-l">
        <PrivateAmount amount={balance} />
      </p>
      <p className="small muted wal-usd">
        {balance.asset === 'USD' ? (
          'Used for trading crypto'
        ) : (
          <>
            <PrivateAmount amount={usdEquivalentFloor(balance)} /> in USD
          </>
        )}
      </p>
      <div className="wal-act">
        <Button size="s" onClick={onAddFunds}>
          Add Funds
        </Button>
      </div>
    </article>
  );
}
