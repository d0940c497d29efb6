import {
  asset,
  base64,
  type Bytes,
  check,
  equal,
  fromBase64,
  hash,
  hmac,
  isInRange,
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
import { sumRoot } from './merkle.ts';
import { type Key, openSigned } from './notes.ts';
import type { Found, Options, Passed, Proof, Sums } from './types.ts';

const liability = new RegExp(`^(liabilities ${asset}) ${units} ${hash} ${units}$`);
const houseAccount = new RegExp(String.raw`^(house [\w.-]{1,60} ${asset}) ${units}$`);
const balanceLine = new RegExp(`^${asset} ${units}$`);

/** Opens the sums that the house signed. `fault` says which rule they break. */
export async function openSums(note: string, keys: readonly Key[]): Promise<Sums> {
  const { text, lines } = await openSigned(note, keys, '/sums');
  const [origin, number, size, time = '', ...rest] = lines;
  match(time, /^[\dTZ:-]{20}$/, 'time of the sums');
  const sums: Sums = { text, origin, number: sizeOf(number), size: sizeOf(size), time, owed: new Map() };
  const [totals, stated] = [new Map<string, bigint>(), new Set<string>()];
  for (const line of rest) {
    const isOwed = line.startsWith('liabilities');
    const [what = '', name = '', amount, root, depth] = match(line, isOwed ? liability : houseAccount, 'line of sums');
    const sum = unitsOf(amount);
    totals.set(name, (totals.get(name) ?? 0n) + sum);
    if (isOwed) sums.owed.set(name, { sum, root: fromBase64(root, 32), depth: sizeOf(depth) });
    if (stated.has(what)) sums.fault ??= `The sums state "${what}" twice.`;
    if (isOwed && !isInRange(sum)) sums.fault ??= `The sum of ${name} is out of range.`;
    stated.add(what);
  }
  for (const [name, total] of totals)
    if (total !== 0n) sums.fault ??= `What the house owes in ${name} and its accounts differ by ${total}.`;
  return sums;
}

/** Opens what the house signed to owe a member, who is named by the digest of the email address. */
export async function openStatement(note: string, keys: readonly Key[]) {
  const [origin, number, member, ...lines] = (await openSigned(note, keys, '/statement')).lines;
  const balances = new Map(lines.map((line) => match(line, balanceLine, 'statement') as [string, string]));
  check(balances.size === lines.length, 'The statement has an asset twice.');
  return { origin: origin?.replace(/statement$/, 'sums'), number: sizeOf(number), member, balances };
}

export async function checkSums({ sums: given }: Proof, _: Options, found: Found): Promise<Passed> {
  if (given === null) return ['This proof is not about sums.', {}];
  const sums = await openSums(given.note, found.log.keys);
  check(!sums.fault, `${sums.fault}`);
  check(sums.size <= given.index, 'The sums count entries that are later in the log than the sums.');
  await include(found.log, given.index, joined(Uint8Array.of(2), await sha256(utf8(sums.text))), given.inclusion);
  found.sums = sums;
  const { number, size, time, owed } = sums;
  return [`The sums of ${time} are in the log and add up to 0.`, { number, size, time, assets: owed.size }];
}

export async function checkBalances(proof: Proof, options: Options, found: Found): Promise<Passed> {
  const parts = [proof.email, proof.secret, proof.sums, proof.statement, options.email ?? null];
  if (listOf(proof.balances, 1_000).length === 0 && parts.every((part) => part === null))
    return ['This proof shows no balance.', {}];
  const { sums, log } = found;
  check(sums && proof.statement, 'Not checked, because the sums are not valid or the statement is missing.');
  const [email = ''] = match(proof.email, /^([^\p{Cc}\p{Surrogate}]{1,320})$/u, 'email address');
  check(email === email.toLowerCase() && (options.email ?? email) === email, `The proof is for ${email}.`);
  const { number, member, balances } = await openStatement(proof.statement, log.keys);
  const isTheirs = number === sums.number && member === base64(await sha256(utf8(email)));
  check(isTheirs, 'The statement is for other sums or for another address.');
  const [secret, numbers] = [secretOf(proof), new Map<string, string>()];
  found.balances = new Map();
  for (const balance of proof.balances) {
    check(!numbers.has(balance.asset), `The balance in ${balance.asset} is there twice.`);
    const stated = balances.get(balance.asset) ?? '0';
    check(balance.amount === stated, `The house signed to owe ${stated} ${balance.asset}, not ${balance.amount}.`);
    const sum = await sumPieces(balance, sums, secret, email);
    check(sum === unitsOf(stated), `The pieces of the balance in ${balance.asset} have the sum ${sum}, not ${stated}.`);
    found.balances.set(await accountName(secret, balance.account), sum);
    numbers.set(balance.asset, stated);
  }
  for (const one of balances.keys()) check(numbers.has(one), `The balance in ${one} is missing.`);
  return [`The balances of ${email} are in the sums.`, { 'email address': email, ...Object.fromEntries(numbers) }];
}

type Balance = Proof['balances'][number];
async function sumPieces(balance: Balance, sums: Sums, secret: Bytes, email: string): Promise<bigint> {
  const { account, asset: of, pieces } = balance;
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
  return total;
}

export function secretOf(proof: Proof): Bytes {
  const secret = fromBase64(proof.secret);
  check(secret.length >= 16 && secret.length <= 64, 'The secret has a wrong length.');
  return secret;
}

/** Returns how the log names an account of a member. */
export const accountName = async (secret: Bytes, id: string): Promise<string> =>
  `member ${base64(await hmac(secret, `account ${unitsOf(id)}`))}`;
