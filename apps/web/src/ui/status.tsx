import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** A dot and a word: full and green when done, hollow while it waits, grey when it is over. */
export function Status({ tone, children }: { tone: 'ok' | 'wait' | 'over'; children: ReactNode }) {
  return <span className={clsx('status', tone !== 'over' && tone)}>{children}</span>;
}
