import { Link } from '@tanstack/react-router';
import { ArrowDownLeft, Minus, Plus, Send } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';
import styles from './dashboard.module.css';

export function QuickActions() {
  return (
    <section className={styles.quick} aria-labelledby="quick-actions">
      <h2 id="quick-actions">Quick Actions</h2>
      <Link to="/send">
        <QuickIcon icon={Send} />
        Send Money
      </Link>
      <Link to="/receive">
        <QuickIcon icon={ArrowDownLeft} />
        Receive
      </Link>
      <Link to="/buy-crypto">
        <QuickIcon icon={Plus} />
        Buy Crypto
      </Link>
      <Link to="/sell-crypto">
        <QuickIcon icon={Minus} />
        Sell Crypto
      </Link>
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
