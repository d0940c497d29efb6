import { clsx } from 'clsx';
import { Check, Clock, Undo2, X, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icon.tsx';

export type OutcomeTone = 'ok' | 'wait' | 'bad' | 'back';

type OutcomeHeadProps = { tone: OutcomeTone; title: string; children?: ReactNode };

/** Shows a transaction's result at the top of the dialog. Screen readers announce changes. */
export function OutcomeHead({ tone, title, children }: OutcomeHeadProps) {
  return (
    <div className="done-head" aria-live="polite">
      <span className={clsx('done-icon', tone !== 'ok' && tone)}>
        <Icon as={icons[tone]} size={22} />
      </span>
      <div>
        <h3 className="heading-2">{title}</h3>
        {children !== undefined && <p className="small muted">{children}</p>}
      </div>
    </div>
  );
}

const icons: Record<OutcomeTone, LucideIcon> = { ok: Check, wait: Clock, bad: X, back: Undo2 };
