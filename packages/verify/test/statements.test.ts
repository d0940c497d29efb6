import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { isStatement, verifyStatement, type StatementOptions } from '../src/index.ts';
import { signerOf } from './note-maker.ts';
import { houseKey } from './sample-books.ts';
import {
  balanceClaims,
  base64Url,
  disclosureOf,
  holder,
  incomeClaims,
  issuer,
  kidOf,
  metadataOf,
  moment,
  months,
  payer,
  statementOf,
  type Json,
} from './statement-maker.ts';
import { folder } from './write-vectors.ts';

const options: StatementOptions = { trustedKeys: [houseKey.verifierKey], now: moment };
const check = (text: string, more: StatementOptions = {}) => verifyStatement(text, { ...options, ...more });
/** Returns the outcome of a statement's check. */
const outcome = async (text: string, more?: StatementOptions) => {
  const { ok, failure, statement } = await check(text, more);
  expect(ok).toBe(failure === undefined);
  expect(statement !== undefined).toBe(ok || failure === 'early' || failure === 'expired');
  return failure ?? 'ok';
};
const later = (seconds: number) => new Date(Number(balanceClaims['exp']) * 1_000 + seconds * 1_000);

test('a shared statement of a balance shows exactly its claims', async () => {
  const { statement, detail, ok } = await check(statementOf());
  expect([ok, detail]).toEqual([true, 'The available balance is at least 1000.00 USD.']);
  expect(statement).toEqual({
    kind: 'balance',
    issuer,
    issuedAt: new Date('2026-12-01T11:00:00Z'),
    expiresAt: new Date('2026-12-01T13:00:00Z'),
    currency: 'USD',
    amount: '1000.00',
    books: { log: 'florin.example/log', entries: 83 },
    holder: { name: 'Ines Almeida', verified: true },
  });
  expect((await check(statementOf({ shown: [] }))).statement).not.toHaveProperty('holder');
});

test('a shared statement of an income shows only the claims that its maker kept', async () => {
  const all = [holder, payer, months];
  const { statement, detail } = await check(statementOf({ claims: incomeClaims, disclosures: all }));
  expect(detail).toBe(
    'The income from one payer, less what was paid back, is 5100.00 EUR from 2025-09 to 2025-10 (UTC).',
  );
  expect(statement).toMatchObject({
    payer: { name: 'Acme', verified: false },
    months: [
      { month: '2025-09', amount: '5200.00' },
      { month: '2025-10', amount: '-100.00' },
    ],
  });
  const some = statementOf({ claims: incomeClaims, disclosures: all, shown: [payer] });
  expect((await check(some)).statement).toMatchObject({ payer: { name: 'Acme' } });
  expect((await check(some)).statement).not.toHaveProperty('months');
});

test('a shared statement is recognized by its form, even between spaces and line breaks', async () => {
  expect(await outcome(` ${statementOf()}\n`)).toBe('ok');
  expect(isStatement(`\n${statementOf()} `)).toBe(true);
  for (const text of ['', 'hello', '{}', statementOf().slice(0, -1), `${statementOf()}x`, 'a.b.c~'])
    expect(isStatement(text)).toBe(false);
});

test('a shared statement is verified with the metadata of its issuer, even if the metadata is a text', async () => {
  const metadata = metadataOf();
  expect(await outcome(statementOf(), { trustedKeys: [], metadata })).toBe('ok');
  expect(await outcome(statementOf(), { trustedKeys: [], metadata: JSON.stringify(metadata) })).toBe('ok');
  for (const broken of [null, {}, { issuer }, { issuer: 'florin', jwks: metadata.jwks }, '{', 7])
    expect(await outcome(statementOf(), { trustedKeys: [], metadata: broken })).toBe('issuer');
});

test('a shared statement is refused with its date from the second of its expiry on', async () => {
  expect(await outcome(statementOf(), { now: later(-1) })).toBe('ok');
  expect(await outcome(statementOf(), { now: later(0) })).toBe('expired');
  expect((await check(statementOf(), { now: later(1) })).detail).toBe('This expired on 2026-12-01T13:00:00.000Z.');
});

test('a shared statement is refused if it is dated more than five minutes into the future', async () => {
  const issued = Number(balanceClaims['iat']) * 1_000;
  expect(await outcome(statementOf(), { now: new Date(issued - 300_000) })).toBe('ok');
  expect(await outcome(statementOf(), { now: new Date(issued - 300_001) })).toBe('early');
});

test('a shared statement is refused with any one character changed', { timeout: 60_000 }, async () => {
  const statement = statementOf();
  const accepted: string[] = [];
  for (let at = 0; at < statement.length; at++)
    for (const letter of 'AB_~.') {
      if (statement[at] === letter) continue;
      const changed = `${statement.slice(0, at)}${letter}${statement.slice(at + 1)}`;
      if ((await check(changed)).ok) accepted.push(`${letter} at ${at}`);
    }
  expect(accepted).toEqual([]);
});

test('a shared statement is refused without a key of its house, and with a key of another house or another time', async () => {
  const other = signerOf('other.example/log', 'another house');
  const former = signerOf('florin.example/log', 'a former key');
  expect(await outcome(statementOf(), { trustedKeys: [] })).toBe('issuer');
  expect(await outcome(statementOf(), { trustedKeys: [other.verifierKey] })).toBe('issuer');
  expect((await check(statementOf(), { trustedKeys: [] })).issuer).toBe(issuer);
  expect(await outcome(statementOf(), { trustedKeys: [former.verifierKey] })).toBe('key');
  expect(await outcome(statementOf(), { trustedKeys: [], metadata: metadataOf(former.x) })).toBe('key');
  const foreign = statementOf({ sign: other.signed, header: { kid: kidOf(other.x) } });
  expect(await outcome(foreign)).toBe('key');
  expect(await outcome(foreign, { trustedKeys: [other.verifierKey] })).toBe('issuer');
  expect(await outcome(statementOf({ sign: other.signed }))).toBe('signature');
  const cosigner = signerOf('florin.example/log', 'the first key', 4);
  expect(await outcome(statementOf(), { trustedKeys: [cosigner.verifierKey] })).toBe('issuer');
});

test.each<[string, Json, (text: string) => Uint8Array]>([
  ['no algorithm', { alg: 'none' }, () => Buffer.alloc(64)],
  ['an empty signature', { alg: 'none' }, () => Buffer.alloc(0)],
  [
    'a MAC under the public key',
    { alg: 'HS256' },
    (text) => createHmac('sha512', Buffer.from(houseKey.x, 'base64url')).update(text).digest(),
  ],
  ['another algorithm', { alg: 'ES256' }, houseKey.signed],
  ['another type', { typ: 'JWT' }, houseKey.signed],
  ['a key of its own', { jwk: { kty: 'OKP', crv: 'Ed25519', x: houseKey.x } }, houseKey.signed],
  ['an extension', { crit: ['exp'] }, houseKey.signed],
])('a shared statement is refused with %s', async (_, header, sign) => {
  expect(await outcome(statementOf({ header, sign }))).toBe('malformed');
});

test('a shared statement is refused if a disclosure is changed, repeated, not signed, or of another kind', async () => {
  const changed = disclosureOf('holder', { name: 'Mallory', verified: true });
  expect((await check(statementOf({ shown: [changed] }))).detail).toBe('A disclosed part was not signed.');
  expect(await outcome(statementOf({ shown: [holder, holder] }))).toBe('malformed');
  const signedTwice = [holder, disclosureOf('holder', { name: 'Ines', verified: true })];
  expect(await outcome(statementOf({ disclosures: signedTwice }))).toBe('malformed');
  for (const disclosure of [
    payer, // not of a balance
    disclosureOf('email', 'ines@florin.example'),
    disclosureOf('__proto__', { name: 'Ines', verified: true }),
    disclosureOf('holder', { name: 'Ines', verified: true }, 'more'),
    disclosureOf('holder', { name: 'Ines', verified: true, email: 'ines@florin.example' }),
    disclosureOf('holder', { name: 'Ines', verified: true, business: false }),
    disclosureOf('holder', { name: 'Ines', business: true }),
    disclosureOf('holder', { name: 'Ines' }),
    disclosureOf('holder', 'Ines'),
    disclosureOf('holder', null),
    base64Url(JSON.stringify(['short', 'holder', { name: 'Ines', verified: true }])),
    base64Url(JSON.stringify(['A'.repeat(24), 'holder', { name: 'Ines', verified: true }])),
    base64Url(JSON.stringify({ 0: 'A'.repeat(22), 1: 'holder' })),
    base64Url(` ${Buffer.from(holder, 'base64url').toString()}`),
    base64Url('text'),
  ])
    expect([disclosure, await outcome(statementOf({ disclosures: [disclosure] }))]).toEqual([disclosure, 'malformed']);
  for (const part of [
    [{ month: '2026-13', amount: '1.00' }],
    [{ month: '2025-09', amount: '1.0' }],
    [{ month: '2025-09', amount: '1.00', note: 'rent' }],
    Array.from({ length: 25 }, () => ({ month: '2025-09', amount: '1.00' })),
    'none',
  ])
    expect(await outcome(statementOf({ claims: incomeClaims, disclosures: [disclosureOf('months', part)] }))).toBe(
      'malformed',
    );
});

test.each<[string, Json]>([
  ['another claim', { sub: 'a52b' }],
  ['a key to bind', { cnf: {} }],
  ['another kind', { vct: 'urn:florin:gift:1' }],
  ['a kind that objects have', { vct: 'constructor' }],
  ['an amount as a number', { at_least: 1000 }],
  ['an amount with other digits', { at_least: '1000.0' }],
  ['a negative amount', { at_least: '-5.00' }],
  ['a currency as a list', { currency: ['USD'] }],
  ['an issuer with a path', { iss: 'https://florin.example/verify' }],
  ['no issuer', { iss: undefined }],
  ['an issuer that is no address', { iss: 'florin.example' }],
  ['a time as text', { iat: '1796000000' }],
  ['no end', { exp: undefined }],
  ['an end that is too late for a date', { exp: 1e16 }],
  ['no books', { books: undefined }],
  ['more of the books', { books: { log: 'florin.example/log', entries: 83, account: 4711 } }],
  ['another digest', { _sd_alg: 'sha-512' }],
  ['fewer digests', { _sd: [] }],
  ['digests of one character', { _sd: Array.from({ length: 8 }, (_, nth) => `${nth}`) }],
  ['a digest twice', { _sd: Array.from({ length: 8 }, () => 'A'.repeat(43)) }],
  ['digests as text', { _sd: 'AAAAAAAA' }],
])('a shared statement is refused with %s', async (_, claims) => {
  const text = statementOf({ claims: { ...balanceClaims, ...claims }, disclosures: [] });
  expect(await outcome(text)).toBe('malformed');
});

test('a shared statement is refused if its JSON is not canonical, because it could hide something', async () => {
  const ways: ((json: string) => string)[] = [
    (json) => ` ${json}`,
    (json) => json.replace(':', ': '),
    (json) => json.replace('"currency"', '"currency":"USD","currency"'),
    (json) => json.replace('USD', String.raw`\u0055SD`),
    (json) => `${json}\n`,
    () => 'null',
    () => '7',
  ];
  for (const written of ways) expect(await outcome(statementOf({ written }))).toBe('malformed');
});

test('a shared statement of an income is refused with wrong months, or with the months of a balance', async () => {
  for (const claims of [{ from: '2026-1' }, { to: '1999-01' }, { to: undefined }, { at_least: '5.00' }, { total: '' }])
    expect(await outcome(statementOf({ claims: { ...incomeClaims, ...claims }, disclosures: [] }))).toBe('malformed');
  expect(await outcome(statementOf({ claims: { ...balanceClaims, from: '2026-01' } }))).toBe('malformed');
});

test('a shared statement of an income is refused with months out of order, outside of its time, repeated or in the future', async () => {
  const claims = { ...incomeClaims, from: '2025-08', to: '2025-10' };
  const of = (...list: string[]) => {
    const rows = list.map((month) => ({ month, amount: '1.00' }));
    return outcome(statementOf({ claims, disclosures: [disclosureOf('months', rows)] }));
  };
  expect(await of('2025-08', '2025-09', '2025-10')).toBe('ok');
  expect(await of('2025-07', '2025-09')).toBe('malformed');
  expect(await of('2025-09', '2025-11')).toBe('malformed');
  expect(await of('2025-10', '2025-09')).toBe('malformed');
  expect(await of('2025-09', '2025-09')).toBe('malformed');
  for (const months of [{ from: '2025-11' }, { to: '2099-01' }])
    expect(await outcome(statementOf({ claims: { ...claims, ...months }, disclosures: [] }))).toBe('malformed');
});

type Vectors = {
  issuers: Record<string, { key: string; metadata: unknown }>;
  cases: { name: string; statement: string; issuer: string; now: string; outcome: string; says?: unknown }[];
};
describe('a statement that the server made', async () => {
  const { issuers, cases } = JSON.parse(await readFile(`${folder}statements.json`, 'utf8')) as Vectors;
  test.each(cases)(
    'a statement of the server is judged with the metadata and with the key of the log: $name',
    async (one) => {
      const issued = issuers[one.issuer];
      for (const keys of [{ metadata: issued?.metadata }, { trustedKeys: issued ? [issued.key] : [] }]) {
        const { ok, failure, statement } = await verifyStatement(one.statement, { ...keys, now: new Date(one.now) });
        expect([ok, failure ?? 'ok']).toEqual([one.outcome === 'ok', one.outcome]);
        expect(statement && JSON.parse(JSON.stringify(statement))).toEqual(one.says);
      }
    },
  );
});
