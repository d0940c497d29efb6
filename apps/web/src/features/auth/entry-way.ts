import type { PlanName } from '@florin/contract';
import { createContext, use } from 'react';

/** The query parameters of a sign-in page, and how it leaves for the app. */
export type EntryWay = {
  /** The path to return to after signing in. */
  readonly back?: string | undefined;
  /** The plan chosen on the landing page. */
  readonly plan?: PlanName | undefined;
  /** The email to fill in. It comes from an invitation, or from a sign-up whose email already has an account. */
  readonly email?: string | undefined;
  /** Loads the given path as a new document. */
  readonly leaveFor: (path: string) => void;
};

export const EntryWayContext = createContext<EntryWay>({
  leaveFor: () => {
    throw new Error('This page needs an EntryWayContext. Render it inside EntryPage.');
  },
});

export const useEntryWay = (): EntryWay => use(EntryWayContext);

type WayOn = Pick<EntryWay, 'back' | 'plan'>;

/** Returns the path after signing in: `back`, else the chosen plan, else the dashboard. */
export const wayOn = ({ back, plan }: WayOn): string => back ?? (plan ? `/profile?plan=${plan}#plan` : '/dashboard');
