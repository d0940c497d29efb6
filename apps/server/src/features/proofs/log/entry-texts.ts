import { houseOwner, type AccountFacts, type JournalLine, type JournalPosting } from '../../../ledger/index.ts';
import { hmacUnder, sha256 } from './digests.ts';
import type { LogSecret } from './log-secret.ts';

/** The mark of each kind of entry in the log. */
export const entryMarks = { journal: 1, sums: 2, key: 3 } as const;

/** Returns an account's name in the texts: a digest for a member's account, the plain name for a house account. */
export function accountText({ id, owner, kind, slot }: AccountFacts, secret: LogSecret): string {
  if (owner === houseOwner) return `house ${kind} ${slot.replace('lane ', '')}`;
  return `member ${accountDigest(secret.memberSecret(owner), id).toString('base64')}`;
}

const accountDigest = (memberSecret: Buffer, id: bigint): Buffer => hmacUnder(memberSecret)(`account ${id}`);

export type EntryTexts = { readonly header: string; readonly postings: readonly string[] };

/** Returns the texts whose digests are in the log. `accountOf` has the accounts of all postings. */
export function entryTexts(line: JournalLine, secret: LogSecret, accountOf: ReadonlyMap<bigint, string>): EntryTexts {
  const [headerSalt, ...salts] = secret.saltsOf(line.id, line.postings.length + 1);
  return {
    header: headerText(line, headerSalt as Buffer),
    postings: line.postings.map((posting, place) => postingText(posting, accountOf, salts[place] as Buffer)),
  };
}

const headerText = ({ id, time, kind, description }: JournalLine, salt: Buffer): string =>
  lines('florin-entry/1', salt.toString('base64'), id, time, kind, sha256(description).toString('base64'));

function postingText(posting: JournalPosting, accountOf: ReadonlyMap<bigint, string>, salt: Buffer): string {
  const account = accountOf.get(posting.account);
  if (account === undefined) throw new Error('an account with a posting does not exist');
  const { asset, amount, seq, balance } = posting;
  return lines('florin-posting/1', salt.toString('base64'), account, asset, amount, seq, balance);
}

const lines = (...parts: readonly (string | bigint)[]): string => `${parts.join('\n')}\n`;

/** Returns the entry of the log for an entry of the journal. */
export const journalEntry = ({ header, postings }: EntryTexts): Buffer =>
  Buffer.concat([Buffer.of(entryMarks.journal), sha256(header), ...postings.map((text) => sha256(text))]);
