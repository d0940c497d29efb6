import { Clock } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';
import { timeLeft } from './time-left.ts';
import styles from './held-for.module.css';

/** Shows how long the quoted price is still valid. */
export function HeldFor({ secondsLeft }: { secondsLeft: number }) {
  return (
    <span className={styles.heldFor}>
      <Icon as={Clock} size={16} />
      Price held for {timeLeft(secondsLeft)}
    </span>
  );
}
