/** A sanctions list in one form for all publishers. */

export type PartyKind = 'person' | 'company';

/** A name on a list. */
export type ListedName = {
  readonly text: string;
  /** The publisher calls this alias weak: it is too common to identify a party. */
  readonly weak: boolean;
};

/** The first and last possible day, as `YYYY-MM-DD`. Both are equal if the list states the day. */
export type DateRange = { readonly from: string; readonly to: string };

export type ListedParty = {
  /** The publisher's id, such as `QDi.001`. */
  readonly id: string;
  /** Ships and aircraft count as companies. */
  readonly kind: PartyKind;
  /** The main name first, then the aliases. At least one. */
  readonly names: readonly ListedName[];
  readonly births: readonly DateRange[];
  /** The sanctions programs, such as `SDGT, IFSR`. */
  readonly program: string;
};

/** The bytes of a file, in pieces. */
export type Bytes = AsyncIterable<Uint8Array>;

/** An unusable list. The message is a sentence for an operator. */
export class ScreeningListError extends Error {
  override readonly name = 'ScreeningListError';
}

const MAXIMUM_PARTIES = 1_000_000;

/** Collects parties, and rejects a list that is larger than any published list. */
export class PartyCollector {
  readonly parties: ListedParty[] = [];

  add(party: ListedParty): void {
    if (party.names.length === 0) throw new ScreeningListError(`The entry ${party.id || 'without an id'} has no name.`);
    if (this.parties.length >= MAXIMUM_PARTIES)
      throw new ScreeningListError(`The list has more than ${MAXIMUM_PARTIES} entries.`);
    this.parties.push(party);
  }
}
