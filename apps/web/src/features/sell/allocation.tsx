import { ChartPie, Table2 } from 'lucide-react';
import { useState } from 'react';
import type { Holding } from '../../api/read/answers.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { AverageCostHint } from '../../wallet-ui/average-cost-hint.tsx';
import { useLiveHoldings } from '../../wallet-ui/live-holding.ts';
import { AllocationTable } from './allocation-table.tsx';
import { ShareRing } from './share-ring.tsx';
import { permilleText, sharesOfHoldings } from '../../wallet-ui/shares.ts';

/** Shows the shares of the holdings as a ring with a legend, or as a table. */
export function Allocation({ holdings }: { holdings: readonly Holding[] }) {
  const [asTable, setAsTable] = useState(false);
  const live = useLiveHoldings(holdings);
  return (
    <section className="hold-spread" aria-label="Allocation">
      <div className="hold-spread-tools">
        <AverageCostHint />
        <Button variant="quiet" size="s" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          <Icon as={asTable ? ChartPie : Table2} size={16} />
          {asTable ? 'Chart' : 'Table'}
        </Button>
      </div>
      {asTable ? <AllocationTable holdings={live} /> : <AllocationRing holdings={live} />}
    </section>
  );
}

function AllocationRing({ holdings }: { holdings: readonly Holding[] }) {
  const shares = sharesOfHoldings(holdings);
  return (
    <div className="hold-alloc">
      <ShareRing permilles={shares.map(({ permille }) => permille)} />
      <ul>
        {shares.map(({ name, permille }, index) => (
          <li key={name}>
            <span className={`key c${index + 1}`}>{name}</span>
            <span className="muted">{permilleText(permille)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
