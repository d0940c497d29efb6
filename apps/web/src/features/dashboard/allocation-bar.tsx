import { useQuery } from '@tanstack/react-query';
import type { Holding } from '../../api/read/answers.ts';
import { walletsQuery } from '../../api/queries.ts';
import { useLiveHoldings } from '../../wallet-ui/live-holding.ts';
import { shareText, sharesOfBalance } from '../../wallet-ui/shares.ts';
import { balancesOf } from './balances.ts';
import styles from './dashboard.module.css';

/** Shows the parts of the total balance. Renders nothing until the USD balance has loaded. */
export function AllocationBar({ holdings }: { holdings: readonly Holding[] }) {
  const { data: wallets } = useQuery(walletsQuery);
  const live = useLiveHoldings(holdings);
  if (!wallets) return null;
  const shares = sharesOfBalance(balancesOf(wallets).USD, live);
  return (
    <div className={styles.allocation}>
      <div className="allocation" aria-hidden>
        {shares.map(({ name, tint, permille }) => (
          <i key={name} className={tint} style={{ flexGrow: permille, minWidth: 2 }} />
        ))}
      </div>
      <ul className="legend" aria-label="Allocation">
        {shares.map((share) => (
          <li key={share.name} className={share.tint}>
            <span>
              {share.name} {shareText(share)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
