import type { Proof } from '@florin/contract';
import type { Ledger } from '../../../ledger/index.ts';
import type { Member } from '../../identity/index.ts';
import type { Witness } from '../../../providers/witness/witness.ts';
import { sha256 } from '../log/digests.ts';
import { newestCosigned } from '../witness/ask-witnesses.ts';
import type { Log } from '../log/log.ts';
import { storedTiles } from '../log/log-store.ts';
import { consistencyProof, inclusionProof } from '../log/merkle.ts';
import { isSignedBy } from '../log/signed-note.ts';
import { proveBalances, type ProvedBalance, type ProvedPiece } from '../sums/prove-balance.ts';
import { areOfLog, latestSums, type Sums } from '../sums/sum-store.ts';
import { notReady } from '../not-ready.ts';
import { assertAddressIsOwn, assertMayState, isUnderFormerAddress } from './may-state.ts';
import { moneyAccounts, newestEntries, proveEntries, toBase64, type ProofTree } from './proved-entries.ts';

export type Proving = {
  readonly log: Log;
  readonly ledger: Ledger;
  readonly witnesses: readonly Witness[];
  readonly witnessesNeeded: number;
};

const shownEntries = 10;

/** Returns the proof of the member's balances and newest entries. Refusals: `proof_not_ready`. */
export async function proofOf(
  proving: Proving,
  member: Pick<Member, 'id' | 'email'>,
  since: number | undefined,
): Promise<Proof> {
  const { log, ledger } = proving;
  const [{ tree, frame, sign }, { accounts, ids, newest }, latest] = await Promise.all([
    beginProof(proving, since),
    readBooks(ledger, member.id),
    latestSums(log.pool, 2),
    assertAddressIsOwn(log.pool, member.id),
  ]);
  const [sums] = latest.filter((one) => one.place < tree.size && areOfLog(one, frame.origin));
  if (!sums) throw notReady();
  const secret = log.secret.memberSecret(member.id);
  const [balances, entries, inclusion] = await Promise.all([
    proveBalances(log.pool, sums.number, { secret, email: member.email }, accounts),
    proveEntries(log, tree, newest, ids),
    inclusionProof(tree.tiles, sums.place, tree.size),
  ]);
  // Entries after the sums need no balance in the sums. If the proof shows the maximum number of entries, there may be
  // older entries.
  const isExpected = newest.length === shownEntries || entries.some(({ index }) => index < sums.size);
  if (balances.length === 0 && isExpected && (await isUnderFormerAddress(log.pool, sums, member.id))) throw notReady();
  const text = statementText(frame.origin, sums, member.email, balances);
  await assertMayState(log, member, { number: sums.number, text });
  return {
    ...frame,
    email: member.email,
    secret: toBase64(secret),
    sums: {
      note: sums.note,
      index: sums.place,
      inclusion: inclusion.map(toBase64),
    },
    balances: balances.map(({ account, asset, pieces }) => ({
      account: String(account),
      asset,
      amount: String(amountOf(pieces)),
      pieces: pieces.map(({ amount, index, path }) => ({
        amount: String(amount),
        index,
        path: path.map(({ hash, sum }) => ({ hash: toBase64(hash), sum: String(sum) })),
      })),
    })),
    statement: sign(text),
    entries,
  };
}

async function readAccounts(ledger: Ledger, member: string) {
  const books = await ledger.booksOf(member);
  const accounts = await moneyAccounts(books, member);
  return { books, accounts, ids: new Set(accounts.map(({ id }) => id)) };
}

/** Returns the member's accounts with money, and the newest entries on them. */
async function readBooks(ledger: Ledger, member: string) {
  const { books, accounts, ids } = await readAccounts(ledger, member);
  return { accounts, ids, newest: await newestEntries(books, [...ids], shownEntries) };
}

/** Returns the proof of one entry of the journal on the member's accounts. Refusals: `proof_not_ready`. */
export async function proofOfEntry(
  proving: Proving,
  member: Member,
  entry: bigint,
  since: number | undefined,
): Promise<Proof> {
  const { log, ledger } = proving;
  const [{ tree, frame }, { ids }] = await Promise.all([beginProof(proving, since), readAccounts(ledger, member.id)]);
  const entries = await proveEntries(log, tree, [entry], ids);
  if (entries.length === 0) throw notReady();
  return { ...frame, email: null, secret: null, sums: null, balances: [], statement: null, entries };
}

/** Reads the head once, so that a proof refers to a single tree. */
async function beginProof({ log, witnesses, witnessesNeeded }: Proving, since: number | undefined) {
  const witnessKeys = witnesses.map(({ verifierKey }) => verifierKey);
  const [{ head, key, keys, notes, sign }, cosigned] = await Promise.all([
    log.keys.withHead(log.pool),
    witnessKeys.length > 0 ? newestCosigned(log.pool, witnessKeys) : undefined,
  ]);
  // After a rotation, earlier checkpoints with witnesses' signatures are of a key that has ended.
  const { size, checkpoint } = cosigned && isSignedBy(cosigned.checkpoint, key) ? cosigned : head;
  if (checkpoint === null) throw notReady();
  const tree: ProofTree = { tiles: storedTiles(log.pool), size };
  const isKnown = since !== undefined && since <= size;
  const [hashes, keyNotes] = await Promise.all([
    isKnown ? consistencyProof(tree.tiles, since, size, true) : [],
    Promise.all(
      notes.map(async ({ note, place }) => ({
        note,
        index: place,
        inclusion: (await inclusionProof(tree.tiles, place, size)).map(toBase64),
      })),
    ),
  ]);
  const frame = {
    format: 'florin-proof/1' as const,
    origin: key.name,
    keys,
    key_notes: keyNotes,
    witnesses: { keys: witnessKeys, needed: witnessesNeeded },
    checkpoint,
    consistency: isKnown ? { from: since, hashes: hashes.map(toBase64) } : null,
  };
  return { tree, frame, sign };
}

const amountOf = (pieces: readonly ProvedPiece[]): bigint => pieces.reduce((sum, { amount }) => sum + amount, 0n);

/**
 * Returns the signed text that states the house's debt to the member, so that a different proof would contradict it.
 */
function statementText(origin: string, { number }: Sums, email: string, balances: readonly ProvedBalance[]): string {
  const sums = new Map<string, bigint>();
  for (const { asset, pieces } of balances) sums.set(asset, (sums.get(asset) ?? 0n) + amountOf(pieces));
  const lines = [...sums].filter(([, sum]) => sum !== 0n).map(([asset, sum]) => `${asset} ${sum}`);
  return `${[`${origin}/statement`, number, toBase64(sha256(email)), ...lines.toSorted()].join('\n')}\n`;
}
