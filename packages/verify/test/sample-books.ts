import { createHmac } from 'node:crypto';
import type { Proof } from '../src/index.ts';
import { type Signer, signedNote, signerOf } from './note-maker.ts';
import {
  type AddSums,
  pathOf,
  startedConsistency,
  rootOf,
  sha,
  type SumLeaf,
  sumLevels,
  sumPath,
} from './simple-merkle.ts';

export const origin = 'florin.example/log';
export const houseKey = signerOf(origin, 'the first key');
export const nextKey = signerOf(origin, 'the second key');
const restoredKey = signerOf(`${origin}/2`, 'the key after a restore');
export const witnesses = ['north', 'south', 'west'].map((name) => signerOf(`${name}.example/w`, name, 4));
/** The log's length, and its length when the house stated its sums. */
const size = 83;
const sumsSize = 60;

type Account = { id: string; asset: string; pieces: readonly bigint[] };
export type Member = { email: string; secret: Buffer; accounts: readonly Account[] };
export const ines: Member = {
  email: 'ines@florin.example',
  secret: sha(Buffer.from('of Ines')),
  accounts: [
    { id: '4711', asset: 'USD', pieces: [23_456n, 99_000n, 1_000n] },
    { id: '4712', asset: 'BTC', pieces: [5_000n] },
  ],
};
export const jonas: Member = {
  email: 'jonas@florin.example',
  secret: sha(Buffer.from('of Jonas')),
  accounts: [{ id: '99', asset: 'USD', pieces: [50_000n] }],
};

/** The tricks of a dishonest house. Without tricks, the house is honest. */
export type Tricks = {
  parentSum?: AddSums;
  members?: readonly Member[];
  /** Leaves that belong to no member. */
  dummies?: readonly { asset: string; amount: bigint }[];
  commit?: (member: Member, account: Account, piece: number) => Buffer;
  sumsText?: (text: string) => string;
  statementText?: (text: string) => string;
  postings?: (texts: string[]) => string[];
  filler?: string;
  isRotated?: boolean;
  /** The second key has a different name. */
  isRestored?: boolean;
};

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const salt = (word: string) => base64(sha(Buffer.from(word)).subarray(0, 16));
const accountOf = (member: Member, id: string) => `member ${base64(hmac(member.secret, `account ${id}`))}`;
export const commitmentOf = (member: Member, account: Account, piece: number) =>
  hmac(member.secret, `florin-balance/1\n${member.email}\n${account.id}\n7\n${piece}\n`);

const postingText = (account: string, asset: string, amount: bigint, sequence: number, balance: bigint) =>
  `florin-posting/1\n${salt(`${account} ${sequence}`)}\n${account}\n${asset}\n${amount}\n${sequence}\n${balance}\n`;
const headerText = (number: number, kind: string) =>
  `florin-entry/1\n${salt(`entry ${number}`)}\n${number}\n2026-12-01T03:50:07.123456Z\n${kind}\n${base64(sha())}\n`;

/** Builds a log, sums and proofs of two members. */
export function sampleBooks(tricks: Tricks = {}) {
  const members = tricks.members ?? [ines, jonas];
  const inesUsd = accountOf(ines, '4711');
  const sumsIndex = 62;
  const laterKey = tricks.isRestored ? restoredKey : nextKey;
  const keyAt = (length: number): Signer => (tricks.isRotated && length > 55 ? laterKey : houseKey);
  const house = 'house bank 3';
  const journal = [
    {
      at: 3,
      number: 4096,
      kind: 'deposit_completed',
      texts: [postingText(house, 'USD', -200_000n, 1, -200_000n), postingText(inesUsd, 'USD', 200_000n, 1, 200_000n)],
    },
    {
      at: 41,
      number: 8192,
      kind: 'send',
      texts: [
        postingText(accountOf(jonas, '99'), 'USD', 50_000n, 1, 50_000n),
        postingText(inesUsd, 'USD', -76_544n, 2, 123_456n),
        postingText('house fees 1', 'USD', 26_544n, 1, 26_544n),
      ],
    },
    {
      at: 70,
      number: 8200,
      kind: 'withdrawal',
      texts: [postingText(house, 'USD', 456n, 2, -199_544n), postingText(inesUsd, 'USD', -456n, 3, 123_000n)],
    },
  ].map((entry) => ({
    ...entry,
    header: headerText(entry.number, entry.kind),
    texts: tricks.postings?.(entry.texts) ?? entry.texts,
  }));

  const trees = new Map<string, { leaves: SumLeaf[]; levels: ReturnType<typeof sumLevels> }>();
  const commit = tricks.commit ?? commitmentOf;
  for (const asset of new Set(members.flatMap(({ accounts }) => accounts.map((account) => account.asset)))) {
    const leaves = members.flatMap((member) =>
      member.accounts
        .filter((account) => account.asset === asset)
        .flatMap((account) =>
          account.pieces.map((amount, piece) => ({ commitment: commit(member, account, piece), amount })),
        ),
    );
    for (const dummy of tricks.dummies ?? [])
      if (dummy.asset === asset) leaves.push({ commitment: sha(Buffer.from('dummy')), amount: dummy.amount });
    while (leaves.length < 8) leaves.push({ commitment: sha(Buffer.from(`padding ${leaves.length}`)), amount: 0n });
    leaves.sort((one, other) => Buffer.compare(one.commitment, other.commitment));
    trees.set(asset, { leaves, levels: sumLevels(leaves, tricks.parentSum) });
  }
  const topOf = (asset: string) => trees.get(asset)?.levels.at(-1)?.[0] ?? { hash: sha(), sum: 0n };
  const owed = [...trees.keys()].toSorted().map((asset) => ({ asset, ...topOf(asset) }));
  const honest = `${keyAt(sumsIndex).name}/sums\n7\n${sumsSize}\n2026-12-01T04:00:00Z\n${owed.map(({ asset, sum, hash }) => `liabilities ${asset} ${sum} ${base64(hash)} 3\n`).join('')}${owed.map(({ asset, sum }) => `house bank ${asset} ${-sum}\n`).join('')}`;
  const sumsText = tricks.sumsText?.(honest) ?? honest;

  const change = `${origin}/key\n50\n${laterKey.verifierKey}\n`;
  const keyNote = signedNote(change, houseKey.line(change));
  const entries: Buffer[] = Array.from({ length: size }, (_, at) => Buffer.from(`${tricks.filler ?? 'entry'} ${at}`));
  for (const { at, header, texts } of journal)
    entries[at] = Buffer.concat([Buffer.of(1), ...[header, ...texts].map((text) => sha(Buffer.from(text)))]);
  const statedSums = Buffer.from(sumsText);
  entries[sumsIndex] = Buffer.concat([Buffer.of(2), Buffer.alloc(15), Buffer.of(7), sha(statedSums)]);
  if (tricks.isRotated) entries[55] = Buffer.concat([Buffer.of(3), Buffer.from(keyNote)]);

  const checkpoint = (length = size, signers: readonly Signer[] = witnesses): string => {
    const text = `${keyAt(length).name}\n${length}\n${base64(rootOf(entries.slice(0, length)))}\n`;
    return signedNote(text, keyAt(length).line(text), ...signers.map((signer) => signer.line(text)));
  };
  const included = (index: number) => ({ index, inclusion: pathOf(index, entries).map(base64) });

  /** The proof of a member's balances and of all entries with own postings. */
  const proofOf = (member: Member, from: number | null = null): Proof => {
    const totals = new Map<string, bigint>();
    for (const { asset, pieces } of member.accounts)
      totals.set(
        asset,
        pieces.reduce((sum, piece) => sum + piece, totals.get(asset) ?? 0n),
      );
    const lines = Array.from(totals, ([asset, sum]) => `${asset} ${sum}\n`);
    const text = `${keyAt(size).name}/statement\n7\n${base64(sha(Buffer.from(member.email)))}\n${lines.toSorted().join('')}`;
    const statement = tricks.statementText?.(text) ?? text;
    const names = new Map(member.accounts.map(({ id }) => [accountOf(member, id), id]));
    return {
      format: 'florin-proof/1',
      origin: keyAt(size).name,
      keys: tricks.isRotated ? [houseKey.verifierKey, laterKey.verifierKey] : [houseKey.verifierKey],
      key_notes: tricks.isRotated ? [{ note: keyNote, ...included(55) }] : [],
      checkpoint: checkpoint(),
      consistency: from === null ? null : { from, hashes: startedConsistency(from, entries).map(base64) },
      email: member.email,
      secret: base64(member.secret),
      sums: { note: signedNote(sumsText, keyAt(sumsIndex).line(sumsText)), ...included(sumsIndex) },
      statement: signedNote(statement, keyAt(size).line(statement)),
      balances: member.accounts.map((account) => ({
        account: account.id,
        asset: account.asset,
        amount: `${account.pieces.reduce((sum, piece) => sum + piece)}`,
        pieces: account.pieces.map((amount, piece) => {
          const { leaves, levels } = trees.get(account.asset) ?? { leaves: [], levels: [] };
          const index = leaves.findIndex((leaf) => leaf.commitment.equals(commit(member, account, piece)));
          return { amount: `${amount}`, index, path: sumPath(index, levels) };
        }),
      })),
      entries: journal.flatMap(({ at, header, texts }) => {
        const postings = texts.flatMap((posting, place) => {
          const account = names.get(posting.split('\n')[2] ?? '');
          return account ? [{ place: place + 1, account, text: posting }] : [];
        });
        return postings.length > 0 ? [{ ...included(at), leaf: base64(entries[at] ?? sha()), header, postings }] : [];
      }),
    };
  };
  const receiptOf = (member: Member): Proof => {
    const proof = proofOf(member);
    return {
      ...proof,
      email: null,
      secret: null,
      sums: null,
      statement: null,
      balances: [],
      entries: proof.entries.slice(0, 1),
    };
  };
  return { entries, checkpoint, proofOf, receiptOf, included, sumsText, keyNote };
}
