import { CallRefused, type Books } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShieldCheck, TriangleAlert } from 'lucide-react';
import { booksQuery } from '../../api/queries-of-proofs.ts';
import { sumsIn } from '../../api/proof/report.ts';
import { paths } from '../../paths.ts';
import { brandName } from '../../ui/brand.ts';
import { decimalText } from '../../ui/decimal-text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { asOfText } from '../../wallet-ui/as-of.tsx';
import { calmAgeWords } from '../../wallet-ui/age-words.ts';
import { CopyIconButton } from '../../wallet-ui/copy-icon-button.tsx';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { useNow } from '../../wallet-ui/use-now.ts';
import { BooksHistory } from './books-history.tsx';
import { fingerprintOf } from './fingerprint.ts';
import { NotProved } from './not-proved.tsx';
import { SumsTable, totalOf } from './sums-table.tsx';
import { TimeStamps } from './time-stamps.tsx';
import { useCheckedCheckpoint } from './use-checked-checkpoint.ts';
import styles from './proof.module.css';

/** Shows the house's statement of its books. The page is public and contains no personal data. */
export function BooksPage() {
  const { data, error, isFetching, refetch } = useQuery(booksQuery);
  return (
    <main className={`wrap ${styles.page}`}>
      <header className="page-head">
        <div>
          <h1>Public books</h1>
          <p>What {brandName} owes its members and where the money is, signed and for anyone to check.</p>
        </div>
      </header>
      {data && <Shown books={data} />}
      {!data && !error && <SkeletonRows count={5} />}
      {!data && error && isOff(error) && (
        <EmptyState heading="h2" title="No public books">
          {brandName} does not publish its books on this server.
        </EmptyState>
      )}
      {!data && error && !isOff(error) && (
        <LoadFailed
          message="Could not load the books"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
          reassures={false}
        />
      )}
    </main>
  );
}

const isOff = (error: Error) => error instanceof CallRefused && error.status === 404;

function Shown({ books }: { books: Books }) {
  const now = useNow();
  const { isSigned, isOther } = useCheckedCheckpoint(books.checkpoint, books.key);
  const sums = books.sums ? sumsIn(books.sums.note) : undefined;
  const isZero = sums?.assets.every((one) => totalOf(one) === 0n) ?? true;
  return (
    <>
      <dl className={styles.headline}>
        <Fact name="Entries in the books">
          <span className="figure figure-large">{decimalText(books.size, 0)}</span>
        </Fact>
        <Fact name="Newest checkpoint">
          <span className="figure figure-large">
            {books.checkpoint === null ? 'None yet' : calmAgeWords(now - Date.parse(books.checkpoint_at))}
          </span>
        </Fact>
        <Fact name="Newest sums">
          <span className="figure figure-large">{sums ? calmAgeWords(now - Date.parse(sums.time)) : 'None yet'}</span>
        </Fact>
      </dl>
      {isOther && (
        <Notice icon={TriangleAlert} tone="bad">
          <b>This is not the key that this browser knows.</b> Open your proof to see what does not agree.
        </Notice>
      )}
      {isSigned === true && isZero && !isOther && (
        <Notice icon={ShieldCheck} tone="ok">
          <b>Checked in this browser:</b> the key below signed the checkpoint, and the sums add up to zero.
        </Notice>
      )}
      {(isSigned === false || !isZero) && (
        <Notice icon={TriangleAlert} tone="bad">
          <b>These books do not agree.</b>{' '}
          {isZero ? 'The key below did not sign the checkpoint.' : 'The sums do not add up to zero.'}
        </Notice>
      )}
      {sums && (
        <section className="ledger" aria-labelledby="sums">
          <header>
            <h2 id="sums">Sums</h2>
            <span className="small muted">As of {asOfText(Date.parse(sums.time))}</span>
          </header>
          <SumsTable assets={sums.assets} label="Sums per asset" />
        </section>
      )}
      {books.history.length > 0 && <BooksHistory history={books.history} />}
      {books.anchors.length > 0 && <TimeStamps anchors={books.anchors} />}
      <KeySection books={books} />
      <NotProved />
    </>
  );
}

const KeySection = ({ books: { key, origin } }: { books: Books }) => (
  <section className="ledger" aria-labelledby="key">
    <header>
      <h2 id="key">Key and log</h2>
    </header>
    <dl className={`${styles.facts} space-above-4`}>
      <Fact name="Log">{origin}</Fact>
      <Fact name="Fingerprint">{fingerprintOf(key)}</Fact>
      <Fact name="Verifier key">
        <span className={styles.key}>
          {key}
          <CopyIconButton text={key} label="Copy the key" />
        </span>
      </Fact>
    </dl>
    <p className="small muted space-above-4">
      To check the log without this page, run{' '}
      <code className={styles.command}>
        npx @florin/verify {location.origin}/log/checkpoint --key {key}
      </code>
    </p>
    <p className={`small space-above-4 ${styles.links}`}>
      <a className="link small" href="/log/checkpoint">
        Checkpoint
      </a>
      <Link className="link small" to={paths.verify}>
        Verify a file
      </Link>
    </p>
  </section>
);
