import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { isAlreadyDone } from '../act-dialog.tsx';
import { Loaded } from '../loaded.tsx';
import { kycCaseQuery } from '../operations-queries.ts';
import { DocumentViewer } from './document-viewer.tsx';
import { Verdict } from './verdict.tsx';
import styles from './review.module.css';

type CaseReviewProps = { id: string; onLeave: (id: string) => void };

/** Shows the document next to the member's answers. */
export function CaseReview({ id, onLeave }: CaseReviewProps) {
  const query = useQuery(kycCaseQuery(id));
  if (query.error && isAlreadyDone(query.error))
    return (
      <div className={styles.none}>
        <EmptyState
          title="This check is closed"
          action={
            <Button size="s" onClick={() => onLeave(id)}>
              Next
            </Button>
          }
        >
          The case has already been decided.
        </EmptyState>
      </div>
    );
  if (!query.data)
    return (
      <div className={styles.none}>
        <Loaded query={query}>{() => null}</Loaded>
      </div>
    );
  return (
    <>
      <DocumentViewer kycCase={query.data} />
      <Verdict kycCase={query.data} onDecided={() => onLeave(id)} />
    </>
  );
}
