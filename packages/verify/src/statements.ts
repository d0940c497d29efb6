import { base64, type Bytes, check, fromBase64, listOf, match, parsed, reasonOf, sha256, utf8 } from './bytes.ts';
import { parseKeys } from './notes.ts';

/** A name, and whether the house has confirmed the name by a check of the identity or of the business. */
export type Named = { name: string; verified: boolean; business?: true };

/** Returns whether a name is verified: `identity verified`, `business not verified`. */
export const checkedText = ({ verified, business }: Named): string =>
  `${business ? 'business' : 'identity'} ${verified ? '' : 'not '}verified`;

export type MonthAmount = { month: string; amount: string };

/** The content of a shared statement. The maker left out a missing part, or the part belongs to another kind. */
export type Statement = {
  kind: 'balance' | 'income';
  /** The address of the house. */
  issuer: string;
  issuedAt: Date;
  expiresAt: Date;
  currency: string;
  /** The minimum balance, or the whole income. */
  amount: string;
  /** The first and the last month of an income, in UTC. */
  from?: string;
  to?: string;
  /** The log of the house, and its number of entries at that time. */
  books: { log: string; entries: number };
  holder?: Named;
  payer?: Named;
  months?: MonthAmount[];
};

/** The keys of houses that the reader trusts, and the time. */
export type StatementOptions = {
  /** Verifier keys of logs, as for proofs. */
  trustedKeys?: readonly string[] | undefined;
  /** The answer of the house's `/.well-known/jwt-vc-issuer`. */
  metadata?: unknown;
  now?: Date | undefined;
};

/** `issuer`: no key of this house is known. `key`: the house has a different key. */
export type StatementFailure = 'malformed' | 'issuer' | 'key' | 'signature' | 'early' | 'expired';
export type StatementVerdict = {
  ok: boolean;
  detail: string;
  failure?: StatementFailure;
  /** The issuer in the text, even without a proof. */
  issuer?: string;
  /** Set if the house signed the statement, even if it has expired. */
  statement?: Statement;
};

type Json = Record<string, unknown>;
type Parts = { signed: string; signature: Bytes; header: Json; payload: Json; disclosures: string[] };
type Key = { host: string; raw: Bytes };
type Kind = { kind: Statement['kind']; amount: string; months: Record<string, RegExp>; may: string[] };
type Issuer = { issuer: string; jwks: { keys: { kty: string; crv: string; x: string }[] } };

const form = /^([\w-]{1,500})\.([\w-]{1,4000})\.([\w-]{86})~((?:[\w-]{1,4000}~){0,8})$/;
const amount = String.raw`(?:0|[1-9]\d{0,17})\.\d\d`;
const months = { from: /^20\d\d-(?:0[1-9]|1[0-2])$/, to: /^20\d\d-(?:0[1-9]|1[0-2])$/ };
const kinds: Record<string, Kind> = {
  'urn:florin:balance-at-least:1': { kind: 'balance', amount: 'at_least', months: {}, may: ['holder'] },
  'urn:florin:income:1': { kind: 'income', amount: 'total', months, may: ['holder', 'payer', 'months'] },
};

/** Whether a text has the form of a shared statement. */
export const isStatement = (text: string): boolean => form.test(text.trim());

/** Verifies a shared statement: an SD-JWT VC that contains only the content of the result. Never throws. */
export async function verifyStatement(text: string, options: StatementOptions = {}): Promise<StatementVerdict> {
  const { trustedKeys = [], metadata, now = new Date() } = options;
  let failure: StatementFailure = 'malformed';
  let issuer: string | undefined;
  let found: Statement | undefined;
  try {
    const parts = split(text.trim());
    const statement = await read(parts);
    checkMonths(statement);
    ({ issuer } = statement);
    failure = 'issuer';
    const keys = [...(await logKeys(trustedKeys)), ...issuerKeys(metadata)];
    const own = keys.filter(({ host }) => host === new URL(statement.issuer).host);
    check(own.length > 0, `No key of ${issuer} is known here.`);
    failure = 'key';
    const key = await keyWith(parts.header['kid'], own);
    check(key, `${issuer} does not sign with this key, or does not any more.`);
    failure = 'signature';
    const publicKey = await crypto.subtle.importKey('raw', key.raw, 'Ed25519', false, ['verify']);
    const isRight = await crypto.subtle.verify('Ed25519', publicKey, parts.signature, utf8(parts.signed));
    check(isRight, 'The signature is wrong: the statement was changed.');
    found = statement;
    failure = 'early';
    check(+statement.issuedAt <= +now + 300_000, `This is dated ${statement.issuedAt.toISOString()}, in the future.`);
    failure = 'expired';
    check(+now < +statement.expiresAt, `This expired on ${statement.expiresAt.toISOString()}.`);
    return { ok: true, detail: sentence(statement), issuer, statement };
  } catch (error) {
    const known = { ...(issuer !== undefined && { issuer }), ...(found && { statement: found }) };
    return { ok: false, detail: reasonOf(error), failure, ...known };
  }
}

/** Summarizes a statement in one sentence. */
const sentence = ({ kind, currency, amount: stated, from, to }: Statement): string =>
  kind === 'balance'
    ? `The available balance is at least ${stated} ${currency}.`
    : `The income from one payer, less what was paid back, is ${stated} ${currency} from ${from} to ${to} (UTC).`;

function split(text: string): Parts {
  const [head = '', body = '', end = '', rest = ''] = match(text, form, 'statement');
  const signature = fromBase64Url(end);
  const disclosures = rest.split('~').slice(0, -1);
  return { signed: `${head}.${body}`, signature, header: jsonOf(head), payload: jsonOf(body), disclosures };
}

async function read({ header, payload, disclosures }: Parts): Promise<Statement> {
  const { iss, iat, exp, vct, currency, books, _sd, _sd_alg, ...claims } = payload;
  const kind = kinds[String(vct)];
  check(kind, 'This is another kind of statement.');
  onlyHas(header, ['alg', 'typ', 'kid']);
  check(header['alg'] === 'EdDSA' && header['typ'] === 'dc+sd-jwt', 'The statement is signed in another way.');
  check(_sd_alg === 'sha-256', 'The digests are not SHA-256.');
  onlyHas(claims, [kind.amount, ...Object.keys(kind.months)]);
  match(currency, /^[A-Z]{3}$/, 'currency');
  match(claims[kind.amount], new RegExp(`^${amount}$`), 'amount');
  for (const [name, pattern] of Object.entries(kind.months)) match(claims[name], pattern, 'month');
  check(typeof iss === 'string' && new URL(iss).origin === iss, 'The issuer is malformed.');
  return {
    kind: kind.kind,
    issuer: iss,
    issuedAt: timeOf(iat),
    expiresAt: timeOf(exp),
    currency: String(currency),
    amount: String(claims[kind.amount]),
    ...Object.fromEntries(Object.keys(kind.months).map((name) => [name, String(claims[name])])),
    books: booksOf(books),
    ...(await disclosed(disclosures, _sd, kind.may)),
  };
}

/** Rejects months that are not in order, outside of the whole time, or later than the statement. */
function checkMonths({ from = '', to = '', issuedAt, months: list = [] }: Statement): void {
  const own = list.map(({ month }) => month);
  const all = [from, ...own, to, issuedAt.toISOString().slice(0, 7)];
  check(all.join() === all.toSorted().join() && new Set(own).size === own.length, 'The months are out of order.');
}

/** Reads the disclosures. Each must have one of the digests, and each claim may occur once. */
async function disclosed(disclosures: readonly string[], digests: unknown, may: readonly string[]): Promise<Json> {
  const list = listOf(digests as string[], 8);
  check(list.length === 8 && new Set(list).size === 8, 'The digests are malformed.');
  for (const digest of list) check(fromBase64Url(digest).length === 32, 'A digest is malformed.');
  const claims: Json = {};
  for (const disclosure of disclosures) {
    check(list.includes(base64Url(await sha256(utf8(disclosure)))), 'A disclosed part was not signed.');
    const [salt, name, value, ...more] = listOf(jsonOf<unknown[]>(disclosure), 3);
    check(more.length === 0 && fromBase64Url(salt).length === 16, 'A disclosed part is malformed.');
    check(typeof name === 'string' && may.includes(name) && !Object.hasOwn(claims, name), 'A part is not expected.');
    claims[name] = name === 'months' ? listOf(value as Json[], 24).map(monthOf) : namedOf(value);
  }
  return claims;
}

function namedOf(value: unknown): Named {
  const isBusiness = typeof value === 'object' && value !== null && Object.hasOwn(value, 'business');
  const { name, verified, business } = onlyHas(value, ['name', 'verified', ...(isBusiness ? ['business'] : [])]);
  check(typeof name === 'string' && name.length <= 300 && typeof verified === 'boolean', 'A name is malformed.');
  check(!isBusiness || business === true, 'A name is malformed.');
  return { name, verified, ...(isBusiness && { business: true as const }) };
}

function monthOf(value: unknown): MonthAmount {
  const { month, amount: stated } = onlyHas(value, ['month', 'amount']);
  match(month, months.from, 'month');
  match(stated, new RegExp(`^-?${amount}$`), 'amount');
  return { month: String(month), amount: String(stated) };
}

function booksOf(value: unknown): Statement['books'] {
  const { log, entries } = onlyHas(value, ['log', 'entries']);
  check(typeof log === 'string' && Number.isSafeInteger(entries) && Number(entries) >= 0, 'The log is malformed.');
  return { log, entries: Number(entries) };
}

function timeOf(seconds: unknown): Date {
  check(Number.isSafeInteger(seconds) && Number(seconds) > 0 && Number(seconds) < 1e11, 'A time is malformed.');
  return new Date(Number(seconds) * 1000);
}

/** Checks that an object has exactly these members. */
function onlyHas(value: unknown, names: readonly string[]): Json {
  check(typeof value === 'object' && value !== null, 'A part is malformed.');
  check(Object.keys(value).toSorted().join() === [...names].toSorted().join(), 'A part is missing or not expected.');
  return value as Json;
}

async function logKeys(keys: readonly string[]): Promise<Key[]> {
  const all = await parseKeys(keys);
  return all.filter(({ type }) => type === 1).map(({ name, raw }) => ({ host: name.replace(/\/.*/, ''), raw }));
}

function issuerKeys(metadata: unknown): Key[] {
  if (metadata === undefined) return [];
  const { issuer, jwks } = parsed<Issuer>(metadata);
  const keys = listOf(jwks.keys, 20).filter(({ kty, crv }) => kty === 'OKP' && crv === 'Ed25519');
  return keys.map(({ x }) => ({ host: new URL(issuer).host, raw: fromBase64Url(x) }));
}

/** Returns the key with this thumbprint (RFC 7638). */
async function keyWith(kid: unknown, keys: readonly Key[]): Promise<Key | undefined> {
  const jwks = keys.map(({ raw }) => JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x: base64Url(raw) }));
  const thumbprints = await Promise.all(jwks.map(async (jwk) => base64Url(await sha256(utf8(jwk)))));
  return keys.find((_, n) => thumbprints[n] === kid);
}

/** Decodes the JSON of a part. Rejects other forms of the same content, such as with spaces or a repeated member. */
function jsonOf<Value = Json>(encoded: string): Value {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(fromBase64Url(encoded));
  const value = JSON.parse(text) as Value;
  check(typeof value === 'object' && value !== null && JSON.stringify(value) === text, 'A part is malformed.');
  return value;
}

const fromBase64Url = (text: unknown): Bytes => {
  match(text, /^[\w-]*$/, 'base64url');
  const plain = String(text).replaceAll('-', '+').replaceAll('_', '/');
  return fromBase64(plain.padEnd(Math.ceil(plain.length / 4) * 4, '='));
};

const base64Url = (bytes: Uint8Array): string =>
  base64(bytes).replaceAll(/[+/=]/g, (one) => (one === '+' ? '-' : one === '/' ? '_' : ''));
