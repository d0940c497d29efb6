import type { KycCaseRow } from '@florin/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { idTypeName } from '../../../wallet-ui/kyc-words.ts';
import { Loaded } from '../loaded.tsx';
import { kycCasesQuery, operationsKey } from '../operations-queries.ts';
import { Section } from '../section.tsx';
import { age } from '../when.ts';
import { CaseReview } from './case-review.tsx';
import { countryName } from './case-words.ts';
import styles from './review.module.css';

/** Lists the open identity checks. A case is fetched only when an operator opens it. */
export function IdentityQueue() {
  const query = useQuery(kycCasesQuery);
  const { case: open } = useSearch({ from: '/operations' });
  return (
    <Section
      id="identity"
      title="Identity queue"
      end={query.data && <span className="small muted">oldest first, {query.data.length} open</span>}
    >
      <Loaded query={query}>{(cases) => <Queue cases={cases} open={open} />}</Loaded>
    </Section>
  );
}

function Queue({ cases, open }: { cases: readonly KycCaseRow[]; open: string | undefined }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  const show = (id: string | undefined) =>
    void navigate({ to: '/operations', search: id === undefined ? {} : { case: id }, hash: true, resetScroll: false });
  const openNext = (decided: string) => {
    queryClient.setQueryData(kycCasesQuery.queryKey, (listed) => listed?.filter(({ id }) => id !== decided));
    void queryClient.invalidateQueries({ queryKey: operationsKey });
    // Opens the next case only if this case is still open, because each opened case is recorded.
    const { search } = router.state.location;
    if ('case' in search && search.case === decided) show(nextOf(cases, decided));
  };
  if (cases.length === 0 && open === undefined)
    return <EmptyState title="No open checks">Checks that need manual review appear here.</EmptyState>;
  return (
    <div className={styles.review}>
      <CaseList cases={cases} open={open} onOpen={show} />
      {open === undefined ? (
        <p className={`${styles.none} muted`}>Choose a check to open it. The audit trail records each view.</p>
      ) : (
        <CaseReview key={open} id={open} onLeave={openNext} />
      )}
    </div>
  );
}

/** Returns the case that follows the decided case in the queue, or the oldest case at the end of the queue. */
function nextOf(cases: readonly KycCaseRow[], decided: string): string | undefined {
  const position = cases.findIndex(({ id }) => id === decided);
  return (cases[position + 1] ?? cases.find(({ id }) => id !== decided))?.id;
}

type CaseListProps = { cases: readonly KycCaseRow[]; open: string | undefined; onOpen: (id: string) => void };

function CaseList({ cases, open, onOpen }: CaseListProps) {
  return (
    <ul className={styles.queue} aria-label="Identity checks">
      {cases.map(({ id, name, id_type: idType, country, new_name: newName, submitted_at: since }) => (
        <li key={id}>
          <button type="button" aria-pressed={id === open} onClick={() => onOpen(id)}>
            <b>{name}</b>
            <span className="muted">{age(since)}</span>
            <span className="muted">
              {idTypeName[idType]} · <abbr title={countryName(country)}>{country}</abbr>
              {newName !== null && ' · new name'}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
