import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Problem } from './problem.tsx';
import styles from './kyc.module.css';

export type StepNavigation = {
  /** The label of the submit button, for example `Continue`. */
  nextLabel: string;
  onNext: () => void;
  /** Undefined on the first step. */
  onBack?: (() => void) | undefined;
  /** True if the member opened this step with a button. The heading then gets the focus. */
  focused: boolean;
};

type StepSheetProps = Omit<StepNavigation, 'onNext'> & {
  title: string;
  onSubmit: () => void;
  busy: boolean;
  /** Why the submit button is disabled. */
  reason?: string | undefined;
  /** The error of the last submit. */
  problem?: string | undefined;
  children: ReactNode;
};

/** One step of the wizard with its buttons. */
export function StepSheet(props: StepSheetProps) {
  const { title, focused, onSubmit, nextLabel, onBack, busy, reason, problem, children } = props;
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!focused) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView();
  }, [focused]);
  return (
    <form
      className={`${styles.form} sheet`}
      aria-labelledby={titleId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (reason === undefined) onSubmit();
      }}
    >
      <h2 id={titleId} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
      {problem !== undefined && <Problem isAlert>{problem}</Problem>}
      <div className="actions stick">
        <Button variant="primary" size="l" type="submit" busy={busy} reason={reason}>
          {nextLabel}
        </Button>
        {onBack && (
          <Button size="l" onClick={onBack} disabled={busy}>
            Back
          </Button>
        )}
      </div>
    </form>
  );
}
