import { Tally } from '../ui/tally.tsx';
import styles from './no-coin-chosen.module.css';

/** Replaces the trade form until a coin is selected; hidden on phones. `children` is one sentence. */
export function NoCoinChosen({ children }: { children: string }) {
  return (
    <div className={`empty ${styles.empty} only-wide`}>
      <Tally />
      <h2>Select a Cryptocurrency</h2>
      <p>{children}</p>
    </div>
  );
}
