import { openStatement, openSums } from './balances.ts';
import { check, equal, fromBase64, parsed, reasonOf, unitsOf } from './bytes.ts';
import { include } from './log.ts';
import { rootsOf } from './merkle.ts';
import { type Key, openCheckpoint, openSigned, parseKeys } from './notes.ts';
import type { Complaint, Fraud, Judgment, Options, Proof } from './types.ts';

/** Checks whether the house signed a contradiction in a fraud file, as JSON text or parsed. Never throws. */
export async function verifyFraud(given: unknown, { trustedKeys }: Options = {}): Promise<Judgment> {
  const keyTrusted = trustedKeys !== undefined;
  try {
    const fraud = parsed<Fraud>(given);
    check(fraud.format !== 'florin-complaint/1', 'A complaint proves nothing by itself. Ask the house about it.');
    const judge = Object.hasOwn(judges, fraud.kind) && judges[fraud.kind];
    check(judge && fraud.format === 'florin-fraud/1', 'This is no fraud file of the format florin-fraud/1.');
    return { ok: true, keyTrusted, detail: await judge(fraud, await parseKeys(trustedKeys ?? fraud.keys)) };
  } catch (error) {
    return { ok: false, keyTrusted, detail: reasonOf(error) };
  }
}

type Judge = (fraud: Fraud, keys: readonly Key[]) => Promise<string>;
const contradicts = (does: unknown): void => check(does, 'These signed texts do not contradict each other.');

const openBoth = async ({ first, second }: Fraud, keys: readonly Key[]) => {
  const both = [await openCheckpoint(first, keys), await openCheckpoint(second, keys)] as const;
  check(both[0].origin === both[1].origin, 'The checkpoints are of different logs.');
  return both;
};

/** Rejects equal notes, and notes with different first lines, which name the subject. */
const twoNotes =
  (suffix: string, head: number): Judge =>
  async (fraud, keys) => {
    const [first, second] = [await openSigned(fraud.first, keys, suffix), await openSigned(fraud.second, keys, suffix)];
    const about = first.lines.slice(0, head).join(' ');
    contradicts(about === second.lines.slice(0, head).join(' ') && first.text !== second.text);
    return `The house signed two different texts ${about}.`;
  };

const judges: Record<string, Judge> = {
  two_sums: twoNotes('/sums', 2),
  two_statements: twoNotes('/statement', 3),
  two_roots: async (fraud, keys) => {
    const [first, second] = await openBoth(fraud, keys);
    contradicts(first.size === second.size && !equal(first.root, second.root));
    return `The house signed two different logs of ${first.size} entries.`;
  },
  rewritten: async (fraud, keys) => {
    const [first, second] = await openBoth(fraud, keys);
    const [before, after] = await rootsOf(first.size, second.size, fraud.consistency);
    contradicts(equal(after, second.root) && !equal(before, first.root));
    return `The house signed a log of ${second.size} entries in which the first ${first.size} were changed.`;
  },
  two_leaves: async (fraud, keys) => {
    const [first, second] = await openBoth(fraud, keys);
    const [one, other] = [fraud.first_leaf, fraud.second_leaf];
    const [leaf, otherLeaf] = [fromBase64(one.leaf), fromBase64(other.leaf)];
    contradicts(one.index === other.index && !equal(leaf, otherLeaf));
    await include(first, one.index, leaf, one.inclusion);
    await include(second, other.index, otherLeaf, other.inclusion);
    return `The house signed two different entries ${one.index} of the log.`;
  },
  wrong_sums: async ({ sums }, keys) => {
    const { fault, number } = await openSums(sums, keys);
    contradicts(fault);
    return `The house signed wrong sums with the number ${number}. ${fault}`;
  },
  wrong_balance: async (fraud, keys) => {
    const [sums, statement] = [await openSums(fraud.sums, keys), await openStatement(fraud.statement, keys)];
    const isMissing = ([of, owed]: [string, string]) => unitsOf(owed) > (sums.owed.get(of)?.sum ?? 0n);
    const [of, owed] = [...statement.balances].find(isMissing) ?? [];
    contradicts(owed && statement.number === sums.number && statement.origin === sums.origin);
    return `The house signed to owe a member ${owed} ${of} units, which is more than its sums state.`;
  },
};

/** Makes a fraud file from a rejected proof if the house's signed texts contradict each other, else a complaint. */
export async function fraudOf(given: unknown, last?: string, now = new Date()): Promise<Fraud | Complaint> {
  const found_at = now.toISOString();
  try {
    const { keys, checkpoint: second, consistency, sums, statement } = parsed<Proof>(given);
    const evidence = { first: last, second, consistency: consistency?.hashes, sums: sums?.note, statement };
    for (const kind of ['two_roots', 'rewritten', 'wrong_sums', 'wrong_balance']) {
      const fraud = { format: 'florin-fraud/1', kind, keys, found_at, ...evidence } as Fraud;
      if ((await verifyFraud(fraud)).ok) return fraud;
    }
  } catch {
    // An answer without a proof has no signed texts.
  }
  return { format: 'florin-complaint/1', found_at, last: last ?? null, answer: given };
}
