import { ChartPie, Table2 } from 'lucide-react';
import { useState } from 'react';
import type { Holding } from '../../api/read/answers.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { AverageCostHint } from '../../wallet-ui/average-cost-hint.tsx';
import { useLiveHoldings } from '../../wallet-ui/live-holding.ts';
import { AllocationTable } from './allocation-table.tsx';
import { permilleText, sharesOf } from './shares.ts';

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
  const shares = sharesOf(holdings);
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

const radius = 58;
const circumference = 2 * Math.PI * radius;
/** The gap between two segments in pixels. */
const gap = 2;

/** Draws the shares as a ring that starts at the top. Decorative: the figures are next to it. */
function ShareRing({ permilles }: { permilles: readonly number[] }) {
  return (
    <svg width="132" height="132" viewBox="0 0 132 132" aria-hidden>
      <g transform="rotate(-90 66 66)" fill="none" strokeWidth="16">
        {segmentsOf(permilles).map(({ className, length, start }) => (
          <circle
            key={className}
            className={className}
            style={{ stroke: 'var(--c)' }}
            cx="66"
            cy="66"
            r={radius}
            strokeDasharray={`${length} ${circumference}`}
            strokeDashoffset={-start}
          />
        ))}
      </g>
    </svg>
  );
}

const segmentsOf = (permilles: readonly number[]) =>
  permilles.map((permille, index) => {
    const before = permilles.slice(0, index).reduce((sum, each) => sum + each, 0);
    return {
      className: `c${index + 1}`,
      start: (before / 1000) * circumference,
      length: Math.max(0, (permille / 1000) * circumference - gap),
    };
  });
