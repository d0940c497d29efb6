import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { isOvertaken } from '../act-dialog.tsx';
import { Loaded } from '../loaded.tsx';
import { kycCaseQuery } from '../operations-queries.ts';
import { DocumentViewer } from './document-viewer.tsx';
import { Verdict } from './verdict.tsx';

type CaseReviewProps = { id: string; onLeave: (id: string) => void };

/** The document beside what was typed. */
export function CaseReview({ id, onLeave }: CaseReviewProps) {
  const query = useQuery(kycCaseQuery(id));
  if (query.error && isOvertaken(query.error))
    return (
      <div className="rv-none">
        <EmptyState
          title="This check waits no more"
          action={
            <Button size="s" onClick={() => onLeave(id)}>
              Next
            </Button>
          }
        >
          It was decided in the meantime.
        </EmptyState>
      </div>
    );
  if (!query.data)
    return (
      <div className="rv-none">
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
