import type { Queryable } from '../../../platform/database/pool.ts';
import type { Member } from '../member.ts';

/**
 * Who is leaving, as the tables still know them. Anybody can sign up with an address that is not theirs: what others
 * have to do with one that is not confirmed is not touched.
 */
export type Leaver = Pick<Member, 'id' | 'email' | 'name' | 'emailConfirmed'>;

/** What stands in the place of somebody who has left. Nobody can have the address: nothing of that domain is ever mailed. */
export type Tombstone = { readonly name: string; readonly email: string };

/** What one slice keeps about a person. */
export type PersonalPart = {
  /** Its name in the export. */
  readonly name: string;
  /** Everything of it: a value, or a list that is read as it is sent. */
  readonly read?: (member: Member) => Promise<unknown> | AsyncIterable<unknown>;
  /** What is under way and has to end before the account can be closed, as a sentence. */
  readonly underWay?: (tx: Queryable, member: Member) => Promise<string | undefined>;
  /** Which of the addresses something of others still waits for. */
  readonly awaited?: (tx: Queryable, emails: readonly string[]) => Promise<string[]>;
  /** What of the account outlives it, by the addresses it had; once nothing can be posted to it any more. */
  readonly leave?: (tx: Queryable, memberId: string, emails: readonly string[]) => Promise<void>;
  /** After a reset of the password by mail: what may be a stranger's waits until the owner keeps it. */
  readonly review?: (tx: Queryable, memberId: string) => Promise<void>;
  /** Takes the person out of it. Part of the transaction that closes the account, or takes it over. */
  readonly forget?: (tx: Queryable, leaver: Leaver, tombstone: Tombstone) => Promise<void>;
  /**
   * Ends what the holder left open, after `forget`, where the account goes on in other hands: closing refuses to begin
   * while something is open (`underWay`), a takeover does not wait. Part of the transaction that takes the account over.
   */
  readonly handOver?: (tx: Queryable, leaver: Leaver) => Promise<void>;
};
