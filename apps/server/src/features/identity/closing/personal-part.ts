import type { Queryable } from '../../../platform/database/pool.ts';
import type { Member } from '../member.ts';

/**
 * The stored data of a member whose account is being closed. Anyone can sign up with a foreign address, so other
 * members' data about an unconfirmed address stays.
 */
export type Leaver = Pick<Member, 'id' | 'email' | 'name' | 'emailConfirmed'>;

/**
 * The name and address that replace a closed account's name and address. The domain of the address never receives mail.
 */
export type Tombstone = { readonly name: string; readonly email: string };

/** The personal data of one slice. */
export type PersonalPart = {
  /** The name of the slice in the export. */
  readonly name: string;
  /** Returns all data: a value, or a list that is streamed. */
  readonly read?: (member: Member) => Promise<unknown> | AsyncIterable<unknown>;
  /** Returns a sentence about an unfinished action that blocks closing; undefined if there is none. */
  readonly underWay?: (tx: Queryable, member: Member) => Promise<string | undefined>;
  /** Returns the addresses for which other members' data, such as money, still waits. */
  readonly awaited?: (tx: Queryable, emails: readonly string[]) => Promise<string[]>;
  /** Stores the data that outlives the account, by its addresses. Runs after the last posting. */
  readonly leave?: (tx: Queryable, memberId: string, emails: readonly string[]) => Promise<void>;
  /** Holds data that may belong to a stranger for review after a password reset by mail. */
  readonly review?: (tx: Queryable, memberId: string) => Promise<void>;
  /** Erases the person's data in the transaction that closes the account or takes it over. */
  readonly forget?: (tx: Queryable, leaver: Leaver, tombstone: Tombstone) => Promise<void>;
  /**
   * Ends the earlier holder's open actions, after `forget`. A take-over cannot wait, while closing is rejected during
   * open actions (`underWay`). Runs in the transaction that takes the account over.
   */
  readonly handOver?: (tx: Queryable, leaver: Leaver) => Promise<void>;
};
