import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import { isValidElement, type ReactElement, type ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import styles from './email.module.css';

type MailOutcomeProps = {
  tone: 'ok' | 'wait' | 'bad';
  icon: LucideIcon | ReactElement;
  title: string;
  action?: ReactNode;
  children: ReactNode;
};

/** Shows the result of a mailed link and the next step. Screen readers announce changes. */
export function MailOutcome({ tone, icon, title, action, children }: MailOutcomeProps) {
  return (
    <>
      <output className="block">
        <div className="done-head">
          <span className={clsx('done-icon', tone !== 'ok' && tone)}>
            {isValidElement(icon) ? icon : <Icon as={icon} size={20} />}
          </span>
          <h1>{title}</h1>
        </div>
        <p className={`muted ${styles.text}`}>{children}</p>
      </output>
      {action}
    </>
  );
}
