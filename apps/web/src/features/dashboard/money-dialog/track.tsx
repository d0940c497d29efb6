import type { Transaction } from '@florin/contract';
import { clsx } from 'clsx';
import { Check, X } from 'lucide-react';
import { Icon } from '../../../ui/icon.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { transactionWhen } from '../../../wallet-ui/transaction-when.ts';

export type TrackStep = {
  readonly label: string;
  readonly state: 'done' | 'in progress' | 'upcoming' | 'failed';
  readonly at?: string | null;
};

/** Shows the steps of a transaction with their states. */
export function Track({ steps }: { steps: readonly TrackStep[] }) {
  return (
    <ol className="track">
      {steps.map(({ label, state, at }) => (
        <li
          key={label}
          className={clsx(state === 'done' && 'ok', state === 'in progress' && 'on', state === 'failed' && 'bad')}
        >
          <StepMark state={state} />
          <span>
            {label}
            <span className="screen-reader">, {state}</span>
          </span>
          {at ? (
            <time className="small muted" dateTime={at}>
              {transactionWhen(at)}
            </time>
          ) : (
            <span />
          )}
        </li>
      ))}
    </ol>
  );
}

function StepMark({ state }: Pick<TrackStep, 'state'>) {
  switch (state) {
    case 'done':
      return <Icon as={Check} />;
    case 'failed':
      return <Icon as={X} />;
    case 'in progress':
      return <Spinner />;
    case 'upcoming':
      return <span className="hollow" />;
  }
}

type StepName = Transaction['timeline'][number]['step'];

/** Converts a transaction's timeline to steps. The first step without a time is in progress. */
export function stepsOf({ timeline }: Transaction, labels: Readonly<Record<StepName, string>>): TrackStep[] {
  const current = timeline.findIndex(({ at }) => at === null);
  return timeline.map(({ step, at }, index) => {
    const endState = step === 'returned' ? 'failed' : 'done';
    return {
      label: labels[step],
      at,
      state: at !== null ? endState : index === current ? 'in progress' : 'upcoming',
    };
  });
}
