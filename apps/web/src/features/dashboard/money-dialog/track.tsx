import type { Transaction } from '@florin/contract';
import { clsx } from 'clsx';
import { Check, X } from 'lucide-react';
import { Icon } from '../../../ui/icon.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { transactionWhen } from '../../../wallet-ui/transaction-when.ts';

export type TrackStep = {
  readonly label: string;
  readonly state: 'done' | 'now' | 'to come' | 'failed';
  readonly at?: string | null;
};

/** The way a movement takes: what is done, what goes on, what is still to come. */
export function Track({ steps }: { steps: readonly TrackStep[] }) {
  return (
    <ol className="track">
      {steps.map(({ label, state, at }) => (
        <li
          key={label}
          className={clsx(state === 'done' && 'ok', state === 'now' && 'on', state === 'failed' && 'bad')}
        >
          <StepMark state={state} />
          <span>
            {label}
            <span className="sr">, {state}</span>
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
    case 'now':
      return <Spinner />;
    case 'to come':
      return <span className="hollow" />;
  }
}

type StepName = Transaction['timeline'][number]['step'];

/** The steps of a line in its own words. The first one without a time goes on now. */
export function stepsOf({ timeline }: Transaction, words: Readonly<Record<StepName, string>>): TrackStep[] {
  const now = timeline.findIndex(({ at }) => at === null);
  return timeline.map(({ step, at }, index) => {
    const ended = step === 'returned' ? 'failed' : 'done';
    return { label: words[step], at, state: at !== null ? ended : index === now ? 'now' : 'to come' };
  });
}
