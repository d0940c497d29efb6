import {
  asset,
  base64,
  check,
  equal,
  fromBase64,
  hash,
  hmac,
  isInRange,
  isTime,
  joined,
  listOf,
  match,
  sha256,
  sizeOf,
  units,
  unitsOf,
  utf8,
} from './bytes.ts';
import { include } from './log.ts';
import { sumRoot, u128 } from './merkle.ts';
import { type Key, openSigned } from './notes.ts';
import type { Found, Options, Passed, Proof, Sums } from './types.ts';

const liability = new RegExp(`^(liabilities ${asset}) ${units} ${hash} ${units}$`);
const houseAccount = new RegExp(String.raw`^(house [\w.:-]{1,80} ${asset}) ${units}$`);
const balanceLine = new RegExp(`^${asset} ${units}$`);

/** Opens the sums that the house signed. `fault` is the rule that the sums break. */
export async function openSums(note: string, keys: readonly Key[]): Promise<Sums> {
  const { text, lines } = await openSigned(note, keys, '/sums');
  const [origin, number, size, time = '', ...rest] = lines;
  check(/^[\dTZ:-]{20}$/.test(time) && isTime(time), 'The time of the sums is malformed.');
  const sums: Sums = { text, origin, number: sizeOf(number), size: sizeOf(size), time, owed: new Map() };
  const [totals, stated] = [new Map<string, bigint>(), new Set<string>()];
  for (const line of rest) {
    const isOwed = line.startsWith('liabilities');
    const [what = '', name = '', amount, root, depth] = match(line, isOwed ? liability : houseAccount, 'line of sums');
    const sum = unitsOf(amount);
    totals.set(name, (totals.get(name) ?? 0n) + sum);
    if (isOwed) sums.owed.set(name, { sum, root: fromBase64(root, 32), depth: sizeOf(depth) });
    if (stated.size === stated.add(what).size) sums.fault ??= `The sums state "${what}" twice.`;
    if (isOwed && !isInRange(sum)) sums.fault ??= `The sum of ${name} is out of range.`;
  }
  for (const [name, total] of totals)
    if (total !== 0n) sums.fault ??= `What the house owes and its accounts differ by ${total} ${name} units.`;
  return sums;
}

/** Opens the house's signed debt to a member. The digest of the email address names the member. */
export async function openStatement(note: string, keys: readonly Key[]) {
  const [origin, number, member, ...lines] = (await openSigned(note, keys, '/statement')).lines;
  const balances = new Map(lines.map((line) => match(line, balanceLine, 'statement') as [string, string]));
  check(balances.size === lines.length, 'The statement has an asset twice.');
  return { origin: origin?.replace(/statement$/, 'sums'), number: sizeOf(number), member, balances };
}

export async function checkSums(found: Found): Promise<Passed> {
  const given = found.proof.sums;
  if (given === null) return ['This proof is not about sums.', {}];
  const sums = await openSums(given.note, found.log.keys);
  check(!sums.fault, `${sums.fault}`);
  check(sums.size <= given.index, 'The sums include entries that come after them in the log.');
  // The number is not encrypted, so every reader of the log can see that the number occurs once.
  const numbered = joined(Uint8Array.of(2), u128(BigInt(sums.number)), await sha256(utf8(sums.text)));
  await include(found.log, given.index, numbered, given.inclusion);
  found.sums = sums;
  const { number, size, time, owed } = sums;
  return [`The sums of ${time} are in the log and add up to 0.`, { number, size, time, assets: owed.size }];
}

export async function checkBalances(found: Found, options: Options): Promise<Passed> {
  const { proof, sums, log } = found;
  const { secret, statement: note } = proof;
  const parts = [...listOf(proof.balances, 1_000), proof.email, secret, proof.sums, note, options.email ?? null];
  if (parts.every((part) => part === null)) return ['This proof shows no balance.', {}];
  check(sums && secret && note, 'Not checked, because the sums are not valid, or a part of the proof is missing.');
  const [email = ''] = match(proof.email, /^([^\p{Cc}\p{Surrogate}]{1,320})$/u, 'email address');
  check(email === email.toLowerCase() && (options.email ?? email) === email, `The proof is for ${email}.`);
  const { origin, number, member, balances } = await openStatement(note, log.keys);
  const isTheirs = number === sums.number && member === base64(await sha256(utf8(email)));
  check(isTheirs && origin === sums.origin, 'The statement is for other sums or for another address.');
  const totals = new Map(Array.from(balances.keys(), (of) => [of, 0n]));
  found.balances = new Map();
  for (const balance of proof.balances) {
    const [name, sum] = [await accountName(secret, balance.account), await sumPieces(balance, sums, secret, email)];
    check(!found.balances.has(name), `The balance in ${balance.asset} is there twice.`);
    found.balances.set(name, `${sum} ${balance.asset}`);
    totals.set(balance.asset, (totals.get(balance.asset) ?? 0n) + sum);
  }
  for (const [of, total] of totals) {
    const stated = balances.get(of) ?? '0';
    check(stated === `${total}`, `The house signed to owe ${stated} ${of} units, and proves ${total} ${of} units.`);
  }
  return [`The balances of ${email} are in the sums.`, { 'email address': email, ...Object.fromEntries(balances) }];
}

type Balance = Proof['balances'][number];
async function sumPieces(balance: Balance, sums: Sums, secret: string, email: string): Promise<bigint> {
  const { account, asset: of, amount: stated, pieces } = balance;
  const tree = sums.owed.get(of);
  check(tree && listOf(pieces, 3).length > 0, `The sums have no ${of}, or the balance has no pieces.`);
  let total = 0n;
  for (const [piece, { amount, index, path }] of pieces.entries()) {
    const text = `florin-balance/1\n${email}\n${unitsOf(account)}\n${sums.number}\n${piece}\n`;
    const top = await sumRoot(await hmac(secret, text), unitsOf(amount), index, path);
    const isPart = equal(top.hash, tree.root) && top.sum === tree.sum && path.length === tree.depth;
    check(isPart, `The balance in ${of} is not part of the sum that the house states.`);
    total += unitsOf(amount);
  }
  check(total === unitsOf(stated), `The pieces of ${stated} ${of} units have the sum ${total} ${of} units.`);
  return total;
}

/** Returns the log's name for an account of a member. */
export const accountName = async (secret: string, id: string): Promise<string> =>
  `member ${base64(await hmac(secret, `account ${unitsOf(id)}`))}`;
