import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** A dot and a word: filled green for done, hollow for pending, gray for ended. */
export function Status({ tone, children }: { tone: 'ok' | 'wait' | 'over'; children: ReactNode }) {
  return <span className={clsx('status', tone !== 'over' && tone)}>{children}</span>;
}
