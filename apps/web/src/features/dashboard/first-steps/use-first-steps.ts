import type { User } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { firstStepsMark, markFirstSteps } from '../../../api/first-steps.ts';
import { firstStepsQuery } from '../../../api/queries.ts';
import { isComplete, stepsOf, type Step } from './steps.ts';

export type Shown =
  | { readonly is: 'nothing' }
  | { readonly is: 'list'; readonly steps: readonly Step[] }
  /** Shown once, and only if the list was shown before. */
  | { readonly is: 'all done' };

/** Decides which first steps this member sees in this browser. */
export function useFirstSteps(user: User): { shown: Shown; hide: () => void } {
  const [before] = useState(() => firstStepsMark(user.id));
  const [isHidden, setHidden] = useState(before === 'away');
  const { data } = useQuery({ ...firstStepsQuery, enabled: !isHidden });
  const steps = data && stepsOf(user, data);
  const isDone = steps && isComplete(steps);

  const [wasShown, setWasShown] = useState(before === 'open');
  if (isDone === false && !wasShown) setWasShown(true);
  useEffect(() => {
    if (isDone !== undefined && !isHidden) markFirstSteps(user.id, isDone ? 'away' : 'open');
  }, [isDone, isHidden, user.id]);

  const hide = () => {
    setHidden(true);
    markFirstSteps(user.id, 'away');
  };
  if (isHidden || !steps) return { shown: { is: 'nothing' }, hide };
  if (!isDone) return { shown: { is: 'list', steps }, hide };
  return { shown: { is: wasShown ? 'all done' : 'nothing' }, hide };
}
