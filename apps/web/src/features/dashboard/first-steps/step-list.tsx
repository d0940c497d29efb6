import type { User } from '@florin/contract';
import { brandName } from '../../../ui/brand.ts';
import { Button } from '../../../ui/button.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { StepRow } from './step-row.tsx';
import { progressOf, type Step } from './steps.ts';
import dashboardStyles from '../dashboard.module.css';
import styles from './first-steps.module.css';

type ListProps = { user: User; steps: readonly Step[]; onAddFunds: () => void; onHide: () => void };

export function StepList({ user, steps, onAddFunds, onHide }: ListProps) {
  const { done, all } = progressOf(steps);
  return (
    <section className={`sheet ${styles.steps}`} aria-labelledby="first-steps">
      <header className={styles.head}>
        <h2 id="first-steps">Set up {brandName}</h2>
        <span className="small muted">{`${done} of ${all} done`}</span>
        <Button variant="quiet" size="s" aria-label="Hide these steps" onClick={() => hideAndMoveFocus(onHide)}>
          Hide
        </Button>
      </header>
      <Progress value={done / all} label={`${done} of ${all} done`} />
      <ol>
        {steps.map((step) => (
          <StepRow key={step.name} step={step} user={user} onAddFunds={onAddFunds} />
        ))}
      </ol>
    </section>
  );
}

/** Hides the list and moves the focus to the last quick action, because the focused button disappears. */
function hideAndMoveFocus(onHide: () => void) {
  onHide();
  document.querySelector<HTMLElement>(`.${dashboardStyles.quick} a:last-of-type`)?.focus();
}
