import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { Icon } from '../ui/icon.tsx';
import styles from './back-to-list.module.css';

type BackToListProps = { to: '/batch-payouts' | '/invoices'; children: string };

/** The link above one item of a list that leads back to the list. */
export const BackToList = ({ to, children }: BackToListProps) => (
  <Link className={`reaches ${styles.back}`} to={to}>
    <Icon as={ArrowLeft} size={16} />
    {children}
  </Link>
);
