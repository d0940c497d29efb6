import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { brandName } from '../../ui/brand.ts';
import styles from './proof.module.css';

export const VerifyExplanation = () => (
  <section className="ledger" aria-labelledby="what-it-proves">
    <header>
      <h2 id="what-it-proves">What a file proves</h2>
    </header>
    <dl className={styles.explained}>
      <div>
        <dt className="strong">A receipt</dt>
        <dd className="small muted">
          That the payment is in the signed books, with this amount and time. Not whose account it is, and not that the
          money is still there.
        </dd>
      </div>
      <div>
        <dt className="strong">A PDF</dt>
        <dd className="small muted">That {brandName} made the whole file, and that it was not changed since.</dd>
      </div>
      <div>
        <dt className="strong">A proof</dt>
        <dd className="small muted">
          That the balances of an address are part of what the house says it owes, at that time.
        </dd>
      </div>
      <div>
        <dt className="strong">A statement</dt>
        <dd className="small muted">
          That the house signed this fact about an account at that time, such as a least balance. Not that it is still
          true.
        </dd>
      </div>
      <div>
        <dt className="strong">A checkpoint</dt>
        <dd className="small muted">That the house signed its books at this size.</dd>
      </div>
      <div>
        <dt className="strong">A fraud file</dt>
        <dd className="small muted">That the house signed two texts that contradict each other.</dd>
      </div>
    </dl>
    <p className="small space-above-4">
      <Link className="link" to={paths.help} hash="verified">
        How this works
      </Link>
      {' · '}
      <Link className="link" to={paths.books}>
        Public books
      </Link>
    </p>
  </section>
);
