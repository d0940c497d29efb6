import { type Options, type Proof, verifyProof } from '../src/index.ts';
import { houseKey, ines, sampleBooks, type Tricks, witnesses } from './sample-books.ts';

export const options: Options = {
  trustedKeys: [houseKey.verifierKey],
  witnesses: witnesses.map(({ verifierKey }) => verifierKey),
  now: new Date('2026-12-01T05:00:00Z'),
};
export const books = sampleBooks();
export const good = books.proofOf(ines, 37);

/** Returns the step that rejects a proof, and the reason. */
export const refused = async (proof: unknown, others: Options = {}): Promise<string> => {
  const { failure } = await verifyProof(proof, { ...options, ...others });
  return failure ? `${failure.name}: ${failure.detail}` : 'verified';
};

/** Returns the step that rejects the proof of a member in the books of a dishonest house. */
export const refusedTrick = (tricks: Tricks, member = ines): Promise<string> =>
  refused(sampleBooks(tricks).proofOf(member));

/** Changes a copy of the good proof. */
export const changed = (change: (proof: Proof) => void): Proof => {
  const proof = structuredClone(good);
  change(proof);
  return proof;
};
