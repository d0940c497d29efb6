import { accountName } from './balances.ts';
import {
  asset,
  check,
  equal,
  fromBase64,
  hash,
  indexOf,
  isTime,
  listOf,
  match,
  sha256,
  units,
  unitsOf,
  utf8,
} from './bytes.ts';
import { include } from './log.ts';
import type { Found, Numbers, Passed } from './types.ts';

type Posting = { index: number; of: string; amount: bigint; sequence: bigint; balance: bigint };
const salt = '[A-Za-z0-9+/]{21}[AQgw]==';
const headerText = new RegExp(`^florin-entry/1\n${salt}\n${units}\n(\\S{26}Z)\n([\\w.-]{1,60})\n${hash}\n$`);
const account = String.raw`((?:member|house [\w.:-]{1,80}) [\w.+/=-]{1,60})`;
const postingText = new RegExp(`^florin-posting/1\n${salt}\n${account}\n${asset}\n${units}\n${units}\n${units}\n$`);

export async function checkEntries(found: Found): Promise<Passed> {
  const { proof, log, sums, balances } = found;
  const [accounts, seen] = [new Map<string, Posting[]>(), new Set<unknown>()];
  const numbers: Numbers = { entries: listOf(proof.entries, 10_000).length };
  for (const { index, leaf: encoded, inclusion, header, postings } of proof.entries) {
    const leaf = fromBase64(encoded);
    await include(log, index, leaf, inclusion);
    check(leaf[0] === 1 && leaf.length % 32 === 1, `Entry ${index} of the log is no journal entry.`);
    const isAt = async (place: number, text: string) =>
      equal(await sha256(utf8(text)), leaf.slice(1 + 32 * indexOf(place), 33 + 32 * place));
    const [number, time, kind] = match(header, headerText, 'header of an entry');
    check(seen.size < seen.add(number).size, `Entry ${number} of the journal is there twice.`);
    check((await isAt(0, header)) && isTime(`${time}`), `Entry ${index} of the log has another header.`);
    for (const { place, account: id, text } of listOf(postings, 2_000)) {
      const [name = '', of = '', amount, sequence, balance] = match(text, postingText, 'posting');
      check(await isAt(place, text), `Entry ${index} of the log has another posting.`);
      const isOwn = proof.secret === null || name === (await accountName(proof.secret, id));
      check(isOwn, `Entry ${index} is on another account.`);
      const posting = { index, of, amount: unitsOf(amount), sequence: unitsOf(sequence), balance: unitsOf(balance) };
      if (accounts.get(name)?.push(posting) === undefined) accounts.set(name, [posting]);
      numbers[`${number}.${place}`] = `${time} ${kind} ${amount} ${of} units, balance ${balance} ${of} units`;
    }
  }
  for (const [name, postings] of accounts)
    checkSequence(postings, sums?.size ?? 0, balances && (balances.get(name) ?? `0 ${postings[0]?.of}`));
  return ['Each entry of this proof is in the log.', numbers];
}

/** Rejects gaps and wrong balances. `stated` is the balance in the sums after `size` entries, such as `5 USD`. */
function checkSequence(postings: Posting[], size: number, stated: string | undefined): void {
  postings.sort((first, second) => Number(first.sequence - second.sequence));
  for (const [at, { sequence, of, balance, amount, index }] of postings.slice(1).entries()) {
    const before = postings[at];
    check(before && before.sequence + 1n === sequence, `Posting ${sequence - 1n} of an account is missing.`);
    const follows = before.of === of && before.index <= index && before.balance + amount === balance;
    check(follows, `Posting ${sequence} of an account does not follow from the one before.`);
  }
  const next = postings.find(({ index }) => index >= size);
  const counted = next ? next.balance - next.amount : postings.at(-1)?.balance;
  const agree = stated === undefined || stated === `${counted} ${postings[0]?.of}`;
  check(agree, `The sums and the entries have different balances in ${postings[0]?.of}.`);
}
