import { clsx } from 'clsx';
import { Check, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import styles from './bank-desk.module.css';

/** A figure with a green check, or in red with a warning sign. */
export const VerdictText = ({ isGood, children }: { isGood: boolean; children: ReactNode }) => (
  <span className={clsx(styles.verdict, isGood ? 'positive' : 'negative')}>
    <Icon as={isGood ? Check : TriangleAlert} size={14} />
    {children}
  </span>
);
