import type { PlanName } from '@florin/contract';
import { createContext, use } from 'react';

/** What the address of an entry page says about the way on. */
export type EntryWay = {
  /** A screen of ours that signing in leads back to. */
  readonly back?: string | undefined;
  /** The plan that was chosen on the landing page. */
  readonly plan?: PlanName | undefined;
  /** The address that the form starts with: an invitation was mailed to it, or it was found taken at sign-up. */
  readonly email?: string | undefined;
  /** Loads another page. */
  readonly leaveFor: (path: string) => void;
};

export const EntryWayContext = createContext<EntryWay>({
  leaveFor: () => {
    throw new Error('an entry page stands outside of EntryWayContext');
  },
});

export const useEntryWay = (): EntryWay => use(EntryWayContext);

type WayOn = Pick<EntryWay, 'back' | 'plan'>;

/** Where whoever is signed in belongs: back, else to the plan that was chosen, else to the dashboard. */
export const wayOn = ({ back, plan }: WayOn): string => back ?? (plan ? `/profile?plan=${plan}#plan` : '/dashboard');
