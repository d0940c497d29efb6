export type WitnessAnswer = { readonly status: number; readonly text: string };

/** A witness of the log that speaks c2sp.org/tlog-witness. */
export type Witness = {
  readonly verifierKey: string;
  /** @throws if the witness cannot be reached */
  readonly addCheckpoint: (request: string) => Promise<WitnessAnswer>;
};
