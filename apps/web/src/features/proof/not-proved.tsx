import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { brandName } from '../../ui/brand.ts';
import styles from './proof.module.css';

/** Explains the limits of the checks. */
export const NotProved = () => (
  <section className="ledger" aria-labelledby="not-proved">
    <header>
      <h2 id="not-proved">What this does not prove</h2>
    </header>
    <ul className={styles.notProved}>
      <li>That {brandName} owes nothing outside these books.</li>
      <li>That a bank told the truth about its accounts.</li>
      <li>Anything against {brandName} and all its witnesses acting together.</li>
      <li>The balances of members who never check them.</li>
    </ul>
    <p className="small space-above-4">
      <Link className="link small" to={paths.help} hash="verified">
        How this works
      </Link>
    </p>
  </section>
);
