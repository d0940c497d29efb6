import { hmacUnder, type Hmac } from '../log/digests.ts';

/** The values that bind a balance to a member. */
export type BalanceOwner = {
  readonly secret: Buffer;
  /**
   * The member's address, in lower case. Each member knows the own address, so two members cannot be shown the same
   * leaf.
   */
  readonly email: string;
};

export const mostPieces = 3;

/** Returns the commitments of the pieces of a balance. The number of pieces does not depend on the balance. */
export function commitments({ secret, email }: BalanceOwner, account: bigint, number: number): Buffer[] {
  const digest = hmacUnder(secret);
  const commitment = commitmentsUnder(digest, email, account, number);
  return Array.from({ length: pieceCount(splitDigest(digest, account, number)) }, (_, piece) => commitment(piece));
}

const commitmentsUnder =
  (digest: Hmac, email: string, account: bigint, number: number) =>
  (piece: number): Buffer =>
    digest(`florin-balance/1\n${email}\n${account}\n${number}\n${piece}\n`);

type Piece = { readonly commitment: Buffer; readonly amount: bigint };

/** Splits a balance, and commits to each piece. */
export function piecesOf({ secret, email }: BalanceOwner, account: bigint, number: number, balance: bigint): Piece[] {
  const digest = hmacUnder(secret);
  const commitment = commitmentsUnder(digest, email, account, number);
  return splitUnder(digest, account, number, balance).map((amount, piece) => ({
    commitment: commitment(piece),
    amount,
  }));
}

const splitDigest = (digest: Hmac, account: bigint, number: number): Buffer => digest(`split ${account} ${number}`);

const pieceCount = (random: Buffer): number => 1 + ((random[0] ?? 0) % mostPieces);

/** The number of values of 32 bits. A share is a fraction of this number. */
const whole = 2n ** 32n;

/**
 * Splits a balance into one to three pieces at random places, so that the leaves show neither the balances nor their
 * number. The split is derived from the secret, so it is the same each time.
 */
function splitUnder(digest: Hmac, account: bigint, number: number, balance: bigint): bigint[] {
  const random = splitDigest(digest, account, number);
  const cuts = Array.from(
    { length: pieceCount(random) - 1 },
    (_, cut) => (balance * BigInt(random.readUInt32BE(4 + 4 * cut))) / whole,
  );
  const edges = [0n, ...cuts.toSorted((a, b) => (a < b ? -1 : 1)), balance];
  return edges.slice(1).map((edge, place) => edge - (edges[place] ?? 0n));
}
