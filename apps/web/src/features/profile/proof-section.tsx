import { Link } from '@tanstack/react-router';
import { lastOutcome } from '../../api/proof/proof-store.ts';
import { useSession } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { brandName } from '../../ui/brand.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Status } from '../../ui/status.tsx';
import { calmAgeWords } from '../../wallet-ui/age-words.ts';
import { useNow } from '../../wallet-ui/use-now.ts';
import styles from './set-row.module.css';

/** Links to the proof of the account's balances, and shows the outcome of the last check. */
export function ProofSection() {
  return (
    <section className="ledger" aria-labelledby="proof-title">
      <header>
        <h2 id="proof-title">Your proof</h2>
      </header>
      <div className={styles.row}>
        <div>
          <b className="strong">Balances in the books</b>
          <p className="small muted">This browser checks that {brandName} counts your money</p>
          <LastCheck />
        </div>
        <Link className={buttonClass({ size: 's' })} to={paths.proof}>
          Your proof
        </Link>
      </div>
    </section>
  );
}

function LastCheck() {
  const { user } = useSession();
  const now = useNow();
  const last = user ? lastOutcome(user.id) : undefined;
  if (!last) return null;
  if (last.ok) return <Status tone="ok">Verified {calmAgeWords(now - last.at)}</Status>;
  return <p className="small negative strong">Your balance could not be verified</p>;
}
