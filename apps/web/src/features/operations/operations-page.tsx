import './operations.css';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useRef, useState } from 'react';
import { refusalCode } from '../../api/refusal-text.ts';
import { isLive } from '../../api/page-settings.ts';
import { AuditTrail } from './audit-trail.tsx';
import { Figures } from './figures.tsx';
import { HousePositions } from './house/house-positions.tsx';
import { IdentityQueue } from './identity/identity-queue.tsx';
import { LedgerHealthTable } from './ledger-health-table.tsx';
import { NeedsFactor } from './needs-factor.tsx';
import { overviewQuery } from './operations-queries.ts';
import { OperationsBar } from './operations-bar.tsx';
import { BankOrders } from './orders/bank-orders.tsx';
import { Proposals } from './proposals/proposals.tsx';
import { SectionNav } from './section-nav.tsx';
import { useSlash } from './use-slash.ts';
import { Users } from './users/users.tsx';

/** The operations page. Its route shows a not-found page to members who are not operators. */
export function OperationsPage() {
  const { error } = useQuery(overviewQuery);
  return refusalCode(error) === 'operator_needs_factor' ? <NeedsFactor /> : <Operations />;
}

function Operations() {
  const [text, setText] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const userSearch = useRef<HTMLInputElement>(null);
  useSlash(() => [search.current, userSearch.current]);
  const goToUsers = (found: string) => {
    setText(found);
    document.getElementById('users')?.scrollIntoView?.();
    userSearch.current?.focus({ preventScroll: true });
  };
  return (
    <div className={clsx('ops', isLive() && 'is-live')}>
      <OperationsBar searchRef={search} onSearch={goToUsers} />
      <main className="ops-w">
        <h1 className="sr">Operations</h1>
        <div className="ops-g">
          <SectionNav />
          <div className="ops-m">
            <Figures />
            <IdentityQueue />
            <Proposals />
            <BankOrders />
            <Users text={text} onText={setText} searchRef={userSearch} />
            <div className="ops-two">
              <HousePositions />
              <LedgerHealthTable />
            </div>
            <AuditTrail />
          </div>
        </div>
      </main>
    </div>
  );
}
