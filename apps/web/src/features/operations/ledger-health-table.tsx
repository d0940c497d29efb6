import type { LedgerHealth } from '@florin/contract';
import { isFiat } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck, TriangleAlert } from 'lucide-react';
import { clsx } from 'clsx';
import { useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TableScroll } from '../../ui/table-scroll.tsx';
import { ExactText } from './exact-text.tsx';
import { isBalanced, type AssetSums } from './is-balanced.ts';
import { Loaded } from './loaded.tsx';
import { ledgerHealthQuery } from './operations-queries.ts';
import { Section } from './section.tsx';
import { fewRows, ShowAll } from './show-all.tsx';
import { whenExactly } from './when.ts';
import styles from './operations.module.css';

export function LedgerHealthTable() {
  const query = useQuery(ledgerHealthQuery);
  return (
    <Section id="ledger" title="Ledger health" end={query.data && <Verdict health={query.data} />}>
      <Loaded query={query}>{(health) => <Health health={health} />}</Loaded>
    </Section>
  );
}

function Verdict({ health: { assets, findings } }: { health: LedgerHealth }) {
  const isClean = findings.length === 0 && assets.every(isBalanced);
  return (
    <span className={clsx(styles.health, !isClean && 'bad')}>
      <Icon as={isClean ? ShieldCheck : ShieldAlert} size={16} />
      {isClean ? 'All sums are zero' : 'Findings'}
    </span>
  );
}

/** Sorts unbalanced assets first, then currencies, then coins. */
const sortedAssets = (assets: readonly AssetSums[]) => assets.toSorted((a, b) => rank(a) - rank(b));

const rank = (sums: AssetSums) => (isBalanced(sums) ? (isFiat(sums.asset) ? 1 : 2) : 0);

function Health({ health }: { health: LedgerHealth }) {
  const [shown, setShown] = useState(fewRows);
  const { assets, entries, swept_at: sweptAt, findings, read_only: isReadOnly } = health;
  return (
    <>
      {(findings.length > 0 || isReadOnly) && (
        <div className={styles.findings}>
          <Notice icon={TriangleAlert} tone="bad">
            {isReadOnly && <b>The ledger is read-only. </b>}
            {findings.join(' ')}
          </Notice>
        </div>
      )}
      <TableScroll label="Sums per asset, a table" className={`${styles.tall} ${styles.stacked}`}>
        <thead>
          <tr>
            <th scope="col">Asset</th>
            <th scope="col" className="number">
              Members own
            </th>
            <th scope="col" className="number">
              House
            </th>
            <th scope="col" className="number">
              Sum
            </th>
          </tr>
        </thead>
        <tbody>
          {sortedAssets(assets)
            .slice(0, shown)
            .map((sums) => (
              <SumsRow key={sums.asset} sums={sums} />
            ))}
        </tbody>
      </TableScroll>
      <ShowAll total={assets.length} shown={shown} onAll={() => setShown(assets.length)} />
      <p className={`small muted ${styles.note}`}>
        {entries.toLocaleString('en')} entries,{' '}
        {sweptAt === null ? 'not checked yet' : `checked at ${whenExactly(sweptAt)}`}.
      </p>
    </>
  );
}

function SumsRow({ sums }: { sums: AssetSums }) {
  const { asset, members_exact: members, house_exact: house, sum_exact: sum } = sums;
  return (
    <tr>
      <th scope="row">{asset}</th>
      <td data-label="Members own" className="number">
        <ExactText asset={asset} exact={members} />
      </td>
      <td data-label="House" className="number">
        <ExactText asset={asset} exact={house} />
      </td>
      <td data-label="Sum" className="number">
        <b className={isBalanced(sums) ? 'positive' : 'negative'}>
          {isBalanced(sums) ? isFiat(asset) ? '0.00' : '0' : <ExactText asset={asset} exact={sum} />}
        </b>
      </td>
    </tr>
  );
}
