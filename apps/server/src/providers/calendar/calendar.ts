/** A calendar of OpenTimestamps: it collects digests, and puts one digest of all of them into a Bitcoin transaction. */
export type Calendar = {
  /** The calendar's address, without a slash at the end, as in the calendar's answers. */
  readonly url: string;
  /**
   * Submits a digest. Returns the start of a proof, which ends at the calendar's promise.
   *
   * @throws if the calendar cannot be reached or answers too much
   */
  readonly submit: (digest: Buffer) => Promise<Buffer>;
  /**
   * Returns the rest of a proof from the calendar's promise to Bitcoin. Returns undefined if the promised digest is not
   * in Bitcoin yet.
   *
   * @throws if the calendar cannot be reached or answers too much
   */
  readonly complete: (promised: Buffer) => Promise<Buffer | undefined>;
};
