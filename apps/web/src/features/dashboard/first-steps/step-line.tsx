import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import type { Step, StepName } from './steps.ts';
import styles from './first-steps.module.css';

const order: readonly StepName[] = ['account', 'email', 'money', 'payment', 'identity', 'two-factor'];
const titles: Record<StepName, string> = {
  account: 'Create your account',
  email: 'Confirm your email',
  money: 'Add money',
  payment: 'Send money or buy a coin',
  identity: 'Verify your identity',
  'two-factor': 'Turn on two-factor',
};

type Props = { step: Step; detail: ReactNode; children?: ReactNode };

/** Shows a numbered step with its buttons, or Done. */
export function StepLine({ step: { name, state }, detail, children }: Props) {
  const isDone = state === 'done';
  return (
    <li className={clsx(isDone && 'ok')} aria-current={state === 'next' ? 'step' : undefined}>
      <span className={styles.tick} aria-hidden>
        {isDone ? <Icon as={Check} size={16} /> : order.indexOf(name) + 1}
      </span>
      <div>
        <b>{titles[name]}</b>
        <p className="small muted">{detail}</p>
      </div>
      {isDone ? <span className="small muted">Done</span> : <span className={styles.actions}>{children}</span>}
    </li>
  );
}
