import { Link } from '@tanstack/react-router';
import { ArrowDownLeft, Minus, Plus, ReceiptText, Send } from 'lucide-react';
import { useMay } from '../../api/may.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './dashboard.module.css';

/** Roles in a business that make no payments get links to pages that they can read. */
export function QuickActions() {
  const pays = useMay('pay');
  return (
    <section className={styles.quick} aria-labelledby="quick-actions">
      <h2 id="quick-actions">Quick Actions</h2>
      {pays && (
        <Link to="/send">
          <QuickIcon icon={Send} />
          Send Money
        </Link>
      )}
      <Link to="/receive">
        <QuickIcon icon={ArrowDownLeft} />
        Receive
      </Link>
      {pays ? (
        <>
          <Link to="/buy-crypto">
            <QuickIcon icon={Plus} />
            Buy Crypto
          </Link>
          <Link to="/sell-crypto">
            <QuickIcon icon={Minus} />
            Sell Crypto
          </Link>
        </>
      ) : (
        <Link to="/transactions">
          <QuickIcon icon={ReceiptText} />
          Transactions
        </Link>
      )}
    </section>
  );
}

function QuickIcon({ icon }: { icon: typeof Send }) {
  return (
    <span className={styles.quickIcon}>
      <Icon as={icon} size={20} />
    </span>
  );
}
