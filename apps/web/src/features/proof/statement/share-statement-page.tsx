import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../../api/session.ts';
import { paths } from '../../../paths.ts';
import { brandName } from '../../../ui/brand.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { BalanceForm } from './balance-form.tsx';
import { IncomeForm } from './income-form.tsx';
import { MadeStatement } from './made-statement.tsx';
import proofStyles from '../proof.module.css';
import styles from './statement.module.css';

type About = 'balance' | 'income';

const subjects = [
  { value: 'balance', label: 'A balance' },
  { value: 'income', label: 'An income' },
] as const;

/** Creates a signed statement of one fact. Others can check the statement without an account. */
export function ShareStatementPage() {
  const [about, setAbout] = useState<About>('balance');
  const [made, setMade] = useState<string>();
  const choose = (subject: About) => {
    setAbout(subject);
    setMade(undefined);
  };
  return (
    <main className={`wrap ${proofStyles.page}`}>
      <header className="page-head">
        <div>
          <h1>Share a statement</h1>
          <p>{brandName} signs one fact about this account. Others can check it without an account.</p>
        </div>
      </header>
      <div className={proofStyles.columns}>
        <section className="ledger" aria-labelledby="fact">
          <header>
            <h2 id="fact">The fact</h2>
          </header>
          <div className={styles.form}>
            <Segmented
              className={styles.subject}
              label="What to state"
              segments={subjects}
              value={about}
              onChange={choose}
            />
            {about === 'balance' ? <BalanceForm onMade={setMade} /> : <IncomeForm onMade={setMade} />}
          </div>
        </section>
        {made === undefined ? <HowItWorks /> : <MadeStatement key={made} whole={made} />}
      </div>
    </main>
  );
}

function HowItWorks() {
  const { user } = useSession();
  return (
    <section className="ledger" aria-labelledby="how">
      <header>
        <h2 id="how">What others learn</h2>
      </header>
      <ul className={proofStyles.notProved}>
        <li>The fact, when it was true, and until when the statement is valid.</li>
        <li>
          {user?.business
            ? 'The name of the business only if you add it. Never its address, its account, its people or its other balances.'
            : 'Your name only if you add it. Never your address, your account or your other balances.'}
        </li>
        <li>You see everything before you share it. {brandName} does not store it, and is not told who checks it.</li>
        <li>
          Readers check it at{' '}
          <Link className="link" to={paths.verify}>
            Verify a file
          </Link>
          . They can pass it on until it expires.
        </li>
      </ul>
    </section>
  );
}
