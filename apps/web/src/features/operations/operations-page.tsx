import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { ShieldAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isLive } from '../../api/page-settings.ts';
import { refusalCode } from '../../api/refusal-text.ts';
import { Notice } from '../../ui/notice.tsx';
import { AuditTrail } from './audit-trail.tsx';
import { BankDesk } from './bank/bank-desk.tsx';
import { Businesses } from './businesses/businesses.tsx';
import { Figures } from './figures.tsx';
import { HousePositions } from './house/house-positions.tsx';
import { IdentityQueue } from './identity/identity-queue.tsx';
import { LedgerHealthTable } from './ledger-health-table.tsx';
import { OperationsBar } from './operations-bar.tsx';
import { overviewQuery } from './operations-queries.ts';
import { BankOrders } from './orders/bank-orders.tsx';
import { Payouts } from './payouts/payouts.tsx';
import { Proposals } from './proposals/proposals.tsx';
import { ScreeningDesk } from './screening/screening-desk.tsx';
import { SectionNav } from './section-nav.tsx';
import { Users } from './users/users.tsx';
import styles from './operations.module.css';

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
    <div className={clsx(styles.page, isLive() && 'is-live')}>
      <OperationsBar searchRef={search} onSearch={goToUsers} />
      <main className={styles.width}>
        <h1 className="screen-reader">Operations</h1>
        <div className={styles.grid}>
          <SectionNav />
          <div className={styles.main}>
            <Figures />
            <IdentityQueue />
            <Businesses />
            <Proposals />
            <BankOrders />
            <Payouts />
            <BankDesk />
            <ScreeningDesk />
            <Users text={text} onText={setText} searchRef={userSearch} />
            <div className={styles.two}>
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

/** Replaces the operations page for an operator without a second factor on a live server. */
const NeedsFactor = () => (
  <main className={`page ${styles.factor}`}>
    <h1 className="h1">Operations</h1>
    <Notice icon={ShieldAlert}>
      <b>Operators need a second factor.</b> Set up an authenticator app or a passkey under Security on your profile
      page. Then open this page again.
    </Notice>
    <Link to="/profile" className="button button-primary">
      Open your profile
    </Link>
  </main>
);

/** Focuses the first visible field on `/`, unless the operator is typing or a dialog or menu is open. */
function useSlash(fields: () => readonly (HTMLInputElement | null)[]) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[role=dialog], [role=menu]')) return;
      const field = fields().find((each) => each !== null && each.checkVisibility?.() !== false);
      if (!field) return;
      event.preventDefault();
      field.focus();
      field.select();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]');
