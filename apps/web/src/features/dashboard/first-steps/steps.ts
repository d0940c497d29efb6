import type { FirstSteps, User } from '@florin/contract';
import { asksToConfirm } from '../../../api/page-settings.ts';

export type StepName = 'account' | 'email' | 'money' | 'payment' | 'identity' | 'two-factor';
export type Step = {
  readonly name: StepName;
  /** `next` is the first open step. The member can also do `later` steps at any time. */
  readonly state: 'done' | 'next' | 'later';
};

/** Steps that do not count toward completion. */
const optional: readonly StepName[] = ['identity', 'two-factor'];
const isNeeded = ({ name }: Step) => !optional.includes(name);

/** Returns the steps in display order. The email step appears only if the address needs confirmation. */
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

/** Counts the required steps and how many of them are done. */
export function progressOf(steps: readonly Step[]): { readonly done: number; readonly all: number } {
  const needed = steps.filter(isNeeded);
  return { done: needed.filter(({ state }) => state === 'done').length, all: needed.length };
}

export function isComplete(steps: readonly Step[]): boolean {
  const { done, all } = progressOf(steps);
  return done === all;
}
