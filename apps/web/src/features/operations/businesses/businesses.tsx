import type { BusinessCase } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ActDialog } from '../act-dialog.tsx';
import { Loaded } from '../loaded.tsx';
import { businessCasesQuery } from '../operations-queries.ts';
import { headingOf, Section } from '../section.tsx';
import { useDialogSubject } from '../use-dialog-subject.ts';
import { age } from '../when.ts';
import { decideOn, type BusinessAct } from './business-acts.ts';
import { BusinessReview } from './business-review.tsx';
import styles from './businesses.module.css';

/** The businesses in review. The list loads on request, because the audit trail records each access. */
export function Businesses() {
  const [isShown, setIsShown] = useState(false);
  const query = useQuery({ ...businessCasesQuery, enabled: isShown });
  const { subject, isOpen, ask, close } = useDialogSubject<BusinessAct>();
  return (
    <Section
      id="businesses"
      title="Businesses"
      end={query.data && <span className="small muted">oldest first, {query.data.length} open</span>}
    >
      {isShown ? (
        <Loaded query={query}>{(cases) => <Cases cases={cases} onAct={ask} />}</Loaded>
      ) : (
        <div className={styles.ask}>
          <p className="small muted">The audit trail records each access to this list.</p>
          <Button size="s" onClick={() => setIsShown(true)}>
            Show the businesses in review
          </Button>
        </div>
      )}
      {subject && (
        <ActDialog
          key={`${subject.how} ${subject.found.id}`}
          act={decideOn(subject)}
          open={isOpen}
          onClose={close}
          onDone={() => void query.refetch()}
          focusWhenDone={() => headingOf('businesses')}
        />
      )}
    </Section>
  );
}

type CasesProps = { cases: readonly BusinessCase[]; onAct: (act: BusinessAct) => void };

function Cases({ cases, onAct }: CasesProps) {
  const [open, setOpen] = useState<string>();
  if (cases.length === 0)
    return <EmptyState title="No businesses in review">Businesses that submit their documents appear here.</EmptyState>;
  return (
    <ul>
      {cases.map((found) => (
        <li key={found.id} className={styles.case}>
          <button
            type="button"
            className={styles.head}
            aria-expanded={open === found.id}
            onClick={() => setOpen(open === found.id ? undefined : found.id)}
          >
            <b>{found.name}</b>
            <span className="muted">{age(found.submitted_at)}</span>
            <span className="muted">
              {found.email} · opened by <bdi>{found.opened_by}</bdi>
            </span>
            <Icon as={ChevronDown} size={16} />
          </button>
          {open === found.id && <BusinessReview found={found} onAct={(how) => onAct({ how, found })} />}
        </li>
      ))}
    </ul>
  );
}
