import type { LedgerHealth, Overview } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { fromExact } from '../../api/exact.ts';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { Loaded } from './loaded.tsx';
import { isBalanced } from './is-balanced.ts';
import { ledgerHealthQuery, overviewQuery } from './operations-queries.ts';
import { age } from './when.ts';
import styles from './operations.module.css';

/** Shows the pending work and the ledger state in one row. */
export function Figures() {
  const overview = useQuery(overviewQuery);
  const { data: health } = useQuery(ledgerHealthQuery);
  return (
    <section aria-label="Overview">
      <Loaded query={overview}>
        {(data) => (
          <div className={styles.top}>
            <PendingFigures overview={data} />
            <LedgerFigure health={health} />
          </div>
        )}
      </Loaded>
    </section>
  );
}

function PendingFigures({ overview }: { overview: Overview }) {
  const { checks, oldest_check_at: oldest, withdrawals, deposits } = overview;
  return (
    <>
      <Figure name="Identity checks" note={oldest === null ? 'none open' : `oldest ${age(oldest)}`}>
        {checks}
      </Figure>
      <Figure name="Withdrawals held" note={<AmountText amount={fromExact('USD', overview.withdrawals_usd_exact)} />}>
        {withdrawals}
      </Figure>
      <Figure name="Bank deposits" note="in transit">
        {deposits}
      </Figure>
      <Figure name="Fees today" note="since midnight UTC">
        <AmountText amount={fromExact('USD', overview.fees_today_usd_exact)} />
      </Figure>
    </>
  );
}

function LedgerFigure({ health }: { health: LedgerHealth | undefined }) {
  if (!health)
    return (
      <Figure name="Ledger" note="loading">
        –
      </Figure>
    );
  const { figure, note } = ledgerSummary(health);
  return (
    <Figure name="Ledger" note={health.read_only ? `${note}, read-only` : note}>
      {figure}
    </Figure>
  );
}

/** Returns the findings of the last sweep. Without findings, returns the number of assets that are off balance now. */
function ledgerSummary({ findings, assets }: LedgerHealth): { figure: string; note: string } {
  const offBalance = assets.filter((sums) => !isBalanced(sums)).length;
  if (findings.length > 0) return { figure: String(findings.length), note: 'findings' };
  if (offBalance > 0) return { figure: String(offBalance), note: `of ${assetsText(assets.length)} off balance` };
  return { figure: '0.00', note: `off balance in ${assetsText(assets.length)}` };
}

const assetsText = (count: number) => (count === 1 ? '1 asset' : `${count} assets`);

function Figure({ name, note, children }: { name: string; note: ReactNode; children: ReactNode }) {
  return (
    <div>
      <p className="caption muted">{name}</p>
      <p className="figure">{children}</p>
      <p className="caption muted">{note}</p>
    </div>
  );
}
