import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Problem } from './problem.tsx';

export type StepMoves = {
  /** `Continue`, or what else the button that ends the step says. */
  nextLabel: string;
  onNext: () => void;
  /** Missing on the first step. */
  onBack?: (() => void) | undefined;
  /** Somebody came here by a button: the heading gets the focus. */
  focused: boolean;
};

type StepSheetProps = Omit<StepMoves, 'onNext'> & {
  title: string;
  onSubmit: () => void;
  busy: boolean;
  /** Why it cannot go on yet. */
  reason?: string | undefined;
  /** What the last try to go on came to. */
  problem?: string | undefined;
  children: ReactNode;
};

/** One step of the wizard, with its buttons. */
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
      className="kyc-f sheet"
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
      {problem !== undefined && <Problem isNews>{problem}</Problem>}
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
