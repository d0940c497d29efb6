import type { FirstSteps, User } from '@florin/contract';
import { asksToConfirm } from '../../../api/page-settings.ts';

export type StepName = 'account' | 'email' | 'money' | 'payment' | 'identity' | 'two-factor';
export type Step = {
  readonly name: StepName;
  /** `next` is the first that is to be done; the others can be done as well. */
  readonly state: 'done' | 'next' | 'later';
};

/** What the list is done without. */
const optional: readonly StepName[] = ['identity', 'two-factor'];
const isNeeded = ({ name }: Step) => !optional.includes(name);

/** In the order in which they are shown. The address is among them only where it has to be confirmed. */
export function stepsOf(user: User, { added_funds, sent_or_bought }: FirstSteps): readonly Step[] {
  const done: readonly (readonly [StepName, boolean])[] = [
    ['account', true],
    ...(asksToConfirm() || !user.email_confirmed ? ([['email', user.email_confirmed]] as const) : []),
    ['money', added_funds],
    ['payment', sent_or_bought],
    ['identity', user.verified],
    ['two-factor', user.two_factor],
  ];
  const next = done.find(([, isDone]) => !isDone)?.[0];
  return done.map(([name, isDone]) => ({ name, state: isDone ? 'done' : name === next ? 'next' : 'later' }));
}

/** `2 of 4`, as many as are needed. */
export function progressOf(steps: readonly Step[]): { readonly done: number; readonly all: number } {
  const needed = steps.filter(isNeeded);
  return { done: needed.filter(({ state }) => state === 'done').length, all: needed.length };
}
