import { Check, Minus, X } from 'lucide-react';
import type { Step } from '../../api/proof/report.ts';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { isSkipped, stepDetail, stepTitle } from './step-words.ts';
import styles from './proof.module.css';

/** Lists the checks in order, with their outcome and numbers. */
export const StepList = ({ steps }: { steps: readonly Step[] }) => (
  <ol className={styles.steps} aria-label="Checks">
    {steps.map((step) => (
      <StepRow key={step.name} step={step} />
    ))}
  </ol>
);

function StepRow({ step }: { step: Step }) {
  const [word, sign, tone] = isSkipped(step)
    ? (['Not checked', Minus, styles.skipped] as const)
    : step.ok
      ? (['Passed', Check, styles.passed] as const)
      : (['Failed', X, styles.failed] as const);
  return (
    <li>
      <span className={tone}>
        <Icon as={sign} size={16} />
        <span className="screen-reader">{word}: </span>
      </span>
      <div>
        <b className="strong">{stepTitle(step)}</b>
        <p className="small muted">{stepDetail(step)}</p>
      </div>
    </li>
  );
}

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

export const StepSkeleton = () => (
  <div className={styles.steps} aria-hidden>
    {skeletonRows.map((row) => (
      <div key={row}>
        <Skeleton width={24} height={24} round />
        <div>
          <Skeleton width="min(280px, 70%)" height={14} />
          <Skeleton width="min(420px, 90%)" height={12} className="space-above-2" />
        </div>
      </div>
    ))}
  </div>
);
