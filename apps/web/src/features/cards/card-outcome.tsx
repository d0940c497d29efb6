import { clsx } from 'clsx';
import { Check, Clock, TriangleAlert, Undo2, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './cards.module.css';

type Tone = 'ok' | 'wait' | 'busy' | 'bad' | 'back';

type CardOutcomeProps = { tone: Tone; title: string; actions?: ReactNode; children: ReactNode };

/** Shows the outcome of a payment or of saving a card, and the next step. Screen readers announce changes. */
export function CardOutcome({ tone, title, actions, children }: CardOutcomeProps) {
  return (
    <main className={`wrap ${styles.page}`}>
      <div className={`sheet ${styles.sheet}`}>
        <output className="block">
          <div className="done-head">
            <span className={clsx('done-icon', tone !== 'ok' && (tone === 'busy' ? 'wait' : tone))}>
              {tone === 'busy' ? <Spinner size={20} /> : <Icon as={icons[tone]} size={20} />}
            </span>
            <h1>{title}</h1>
          </div>
          <p className={`muted ${styles.text}`}>{children}</p>
        </output>
        {actions !== undefined && <div className="actions">{actions}</div>}
      </div>
    </main>
  );
}

const icons: Record<Exclude<Tone, 'busy'>, LucideIcon> = { ok: Check, wait: Clock, bad: TriangleAlert, back: Undo2 };
