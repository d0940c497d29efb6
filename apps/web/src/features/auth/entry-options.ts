import type { PlanName } from '@florin/contract';
import { createContext, use } from 'react';

/** The query parameters of a sign-in page, and the function that opens the app. */
export type EntryOptions = {
  /** The path to return to after signing in. */
  readonly back?: string | undefined;
  /** The plan chosen on the landing page. */
  readonly plan?: PlanName | undefined;
  /**
   * The email to fill in. The email comes from an invitation, or from a sign-up with an email that already has an
   * account.
   */
  readonly email?: string | undefined;
  /** Loads the given path as a new document. */
  readonly leaveFor: (path: string) => void;
};

export const EntryOptionsContext = createContext<EntryOptions>({
  leaveFor: () => {
    throw new Error('This page needs an EntryOptionsContext. Render it inside EntryPage.');
  },
});

export const useEntryOptions = (): EntryOptions => use(EntryOptionsContext);

type Destination = Pick<EntryOptions, 'back' | 'plan'>;

/** Returns the path after signing in: `back`, else the chosen plan, else the dashboard. */
export const pathAfterSignIn = ({ back, plan }: Destination): string =>
  back ?? (plan ? `/profile?plan=${plan}#plan` : '/dashboard');
