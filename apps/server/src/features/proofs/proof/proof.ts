import type { Proof } from '@florin/contract';
import type { Ledger } from '../../../ledger/index.ts';
import type { Member } from '../../identity/index.ts';
import type { Witness } from '../../../providers/witness/witness.ts';
import { sha256 } from '../log/digests.ts';
import { newestCosigned } from '../witness/ask-witnesses.ts';
import type { Log } from '../log/log.ts';
import { readHead, storedTiles } from '../log/log-store.ts';
import { consistencyProof, inclusionProof } from '../log/merkle.ts';
import { isSignedBy, readVerifierKey } from '../log/signed-note.ts';
import type { BalanceOwner } from '../sums/pieces.ts';
import { proveBalance, type ProvedPiece } from '../sums/prove-balance.ts';
import { areOfLog, latestSums, treesOf, type Sums } from '../sums/sum-store.ts';
import { notReady } from '../not-ready.ts';
import { assertMayState, isUnderFormerAddress } from './may-state.ts';
import {
  moneyAccounts,
  newestEntries,
  proveEntry,
  toBase64,
  type ProofTree,
  type ProvedEntry,
} from './proved-entries.ts';

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
  const { tree, frame } = await beginProof(proving, since);
  const books = await ledger.booksOf(member.id);
  const accounts = await moneyAccounts(books, member.id);
  const ids = accounts.map(({ id }) => id);
  const latest = await latestSums(log.pool, 2);
  const [sums] = latest.filter((one) => one.place < tree.size && areOfLog(one, frame.origin));
  if (!sums) throw notReady();
  const entries: ProvedEntry[] = [];
  const newest = await newestEntries(books, ids, shownEntries);
  for (const entry of newest) {
    const proved = await proveEntry(log, tree, entry, new Set(ids));
    if (proved) entries.push(proved);
  }
  const secret = log.secret.memberSecret(member.id);
  const balances = await provedBalances(log, sums, { secret, email: member.email }, accounts);
  // Entries after the sums need no balance in them. With as many as a proof shows, there may be older ones.
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
      inclusion: (await inclusionProof(tree.tiles, sums.place, tree.size)).map(toBase64),
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
    statement: await log.keys.sign(log.pool, text),
    entries,
  };
}

/** Returns the proof of one entry of the journal on the member's accounts. Refusals: `proof_not_ready`. */
export async function proofOfEntry(
  proving: Proving,
  member: Member,
  entry: bigint,
  since: number | undefined,
): Promise<Proof> {
  const { log, ledger } = proving;
  const { tree, frame } = await beginProof(proving, since);
  const accounts = await moneyAccounts(await ledger.booksOf(member.id), member.id);
  const proved = await proveEntry(log, tree, entry, new Set(accounts.map(({ id }) => id)));
  if (!proved) throw notReady();
  return { ...frame, email: null, secret: null, sums: null, balances: [], statement: null, entries: [proved] };
}

/** Reads the head once, so that everything in a proof is about the same tree. */
async function beginProof({ log, witnesses, witnessesNeeded }: Proving, since: number | undefined) {
  const head = await readHead(log.pool);
  const witnessKeys = witnesses.map(({ verifierKey }) => verifierKey);
  const cosigned = witnessKeys.length > 0 ? await newestCosigned(log.pool, witnessKeys) : undefined;
  const keys = await log.keys.list(log.pool);
  const key = readVerifierKey(keys.at(-1) ?? '');
  // After a rotation, what witnesses signed before is of a key that has ended.
  const isCurrent = cosigned && key && isSignedBy(cosigned.checkpoint, key);
  const { size, checkpoint } = isCurrent ? cosigned : head;
  if (checkpoint === null) throw notReady();
  const tree: ProofTree = { tiles: storedTiles(log.pool), size };
  const isKnown = since !== undefined && since <= size;
  const hashes = isKnown ? await consistencyProof(tree.tiles, since, size, true) : [];
  const frame = {
    format: 'florin-proof/1' as const,
    origin: await log.keys.originOf(log.pool),
    keys,
    key_notes: await keyNotes(log, tree),
    witnesses: { keys: witnessKeys, needed: witnessesNeeded },
    checkpoint,
    consistency: isKnown ? { from: since, hashes: hashes.map(toBase64) } : null,
  };
  return { tree, frame };
}

async function keyNotes({ pool, keys }: Log, { tiles, size }: ProofTree): Promise<Proof['key_notes']> {
  const notes = await keys.notes(pool);
  return Promise.all(
    notes.map(async ({ note, place }) => ({
      note,
      index: place,
      inclusion: (await inclusionProof(tiles, place, size)).map(toBase64),
    })),
  );
}

type ProvedBalance = {
  readonly account: bigint;
  readonly asset: string;
  readonly pieces: readonly ProvedPiece[];
};

/** Returns the balances that these accounts have in the sums, under this owner's secret and address. */
async function provedBalances(
  { pool }: Log,
  { number }: Sums,
  owner: BalanceOwner,
  accounts: readonly { readonly id: bigint; readonly asset: string }[],
): Promise<ProvedBalance[]> {
  const trees = await treesOf(pool, number);
  const balances = await Promise.all(
    accounts.map(async ({ id, asset }) => {
      const depth = trees.get(asset);
      const pieces = depth === undefined ? [] : await proveBalance(pool, { number, asset, depth }, owner, id);
      return { account: id, asset, pieces };
    }),
  );
  return balances.filter(({ pieces }) => pieces.length > 0);
}

const amountOf = (pieces: readonly ProvedPiece[]): bigint => pieces.reduce((sum, { amount }) => sum + amount, 0n);

/** The signed text by which the house says what it owes the member, so that another proof would contradict it. */
function statementText(origin: string, { number }: Sums, email: string, balances: readonly ProvedBalance[]): string {
  const sums = new Map<string, bigint>();
  for (const { asset, pieces } of balances) sums.set(asset, (sums.get(asset) ?? 0n) + amountOf(pieces));
  const lines = [...sums].filter(([, sum]) => sum !== 0n).map(([asset, sum]) => `${asset} ${sum}`);
  return `${[`${origin}/statement`, number, toBase64(sha256(email)), ...lines.toSorted()].join('\n')}\n`;
}
