import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { troubleText } from '../../../api/refusal-text.ts';
import { Notice } from '../../../ui/notice.tsx';
import styles from './simulate.module.css';

type OutcomeProps = { done: ReactNode; error: Error | undefined };

/** Shows the result of a simulation, or the error. */
export const Outcome = ({ done, error }: OutcomeProps) => (
  <>
    <output className={`small ${styles.outcome}`}>{error ? null : done}</output>
    {error && (
      <Notice icon={TriangleAlert} tone="bad">
        {troubleText(error)}
      </Notice>
    )}
  </>
);
