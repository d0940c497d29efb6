import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { troubleText } from '../../../api/refusal-text.ts';
import { Notice } from '../../../ui/notice.tsx';

type OutcomeProps = { done: ReactNode; error: Error | undefined };

/** What a simulation did, or why it did nothing. */
export const Outcome = ({ done, error }: OutcomeProps) => (
  <>
    <p className="small" role="status">
      {error ? null : done}
    </p>
    {error && (
      <Notice icon={TriangleAlert} tone="bad">
        {troubleText(error)}
      </Notice>
    )}
  </>
);
