import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyStatement } from '../../../../../../packages/verify/src/index.ts';
import { verify } from '../../../../test/business.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { followJournal } from '../log/follow-journal.ts';
import { rotateLogKey } from '../log/replace-key.ts';

/**
 * The vectors of @florin/verify for statements, which this server made once. Salts and keys are random, so each run
 * generates different ones: FLORIN_WRITE_VECTORS=1 writes the file again.
 */
const file = fileURLToPath(new URL('../../../../../../packages/verify/test/vectors/statements.json', import.meta.url));

let florin: TestApp;
let ines: TestMember;
let acme: TestMember;
let vectors: Vectors;
beforeAll(async () => {
  florin = await createTestApp({ PUBLIC_URL: 'https://florin.example' });
  ines = await verify(florin, await florin.signUpWith('500.00', 'Ines Almeida'));
  acme = await florin.signUpWith('900.00', 'Acme');
  await pays(acme, ines, '320.00', '2026-01-15T12:00:00Z');
  await pays(ines, acme, '10.00', '2026-02-15T12:00:00Z');
  if (process.env['FLORIN_WRITE_VECTORS'] === '1') await writeFile(file, `${JSON.stringify(await makeVectors())}\n`);
  vectors = JSON.parse(await readFile(file, 'utf8')) as Vectors;
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

type Issuer = { readonly key: string; readonly metadata: unknown };
type Case = {
  readonly name: string;
  readonly statement: string;
  /** The issuer's keys that the reader has. */
  readonly issuer: 'house' | 'rotated' | 'none';
  readonly now: string;
  /** `ok`, or the failure. */
  readonly outcome: string;
  /** The content of the statement, if the key signed it. */
  readonly says?: unknown;
};
type Vectors = { readonly issuers: Readonly<Record<string, Issuer>>; readonly cases: readonly Case[] };

async function pays(from: TestMember, to: TestMember, amount: string, at: string) {
  await from.client.call(endpoints.sendMoney, { body: { recipient_email: to.user.email, amount } });
  for (const { ownerPool } of florin.ledgers)
    await ownerPool.query(`update ledger.journal_entries set recorded_at = $1 where recorded_at > '2026-06-01'`, [at]);
}

async function issuer(): Promise<Issuer> {
  const { key } = await florin.client.call(endpoints.getBooks, {});
  return { key, metadata: (await florin.app.http.inject({ url: '/.well-known/jwt-vc-issuer' })).json() };
}
const balance = async () =>
  (await ines.client.call(endpoints.shareBalance, { body: { currency: 'USD', at_least: '500.00', days: 7 } }))
    .statement;
const income = async () => {
  const body = { currency: 'USD', payer: acme.user.email, from: '2026-01', to: '2026-02', days: 30 } as const;
  return (await ines.client.call(endpoints.shareIncome, { body })).statement;
};

type Json = Record<string, unknown>;
const decoded = <Value = Json>(part = ''): Value => JSON.parse(Buffer.from(part, 'base64url').toString()) as Value;
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const nameOf = (disclosure: string) => decoded<[string, string, unknown]>(disclosure)[1];

function partsOf(statement: string) {
  const [jwt = '', ...rest] = statement.split('~');
  const [header = '', payload = '', signature = ''] = jwt.split('.');
  return { jwt, header, payload, signature, disclosures: rest.slice(0, -1) };
}
/** Returns the statement with these disclosures instead of its own. */
const shown = (statement: string, disclosures: readonly string[]) =>
  [partsOf(statement).jwt, ...disclosures, ''].join('~');
const only = (statement: string, ...names: string[]) =>
  shown(
    statement,
    partsOf(statement).disclosures.filter((text) => names.includes(nameOf(text))),
  );
/** Returns the statement with other claims and its former signature. */
function changed(statement: string, claims: Json) {
  const { header, payload, signature, disclosures } = partsOf(statement);
  return [`${header}.${encoded({ ...decoded<Json>(payload), ...claims })}.${signature}`, ...disclosures, ''].join('~');
}

async function makeVectors(): Promise<Vectors> {
  await followJournal(florin.app.dependencies.log);
  const [house, stated, earned, again] = [await issuer(), await balance(), await income(), await balance()];
  await rotateLogKey({ ownerPool: florin.database.ownerPool, vault: florin.app.dependencies.vault });
  const rotated = await issuer();
  const { payload, disclosures } = partsOf(stated);
  const { iat, exp } = decoded<{ iat: number; exp: number }>(payload);
  const [salt] = decoded<string[]>(disclosures[0]);
  const renamed = encoded([salt, 'holder', { name: 'Mallory', verified: true }]);
  const { disclosures: others, payload: other } = partsOf(again);
  const { _sd: digests } = decoded<{ _sd: string[] }>(other);
  type Reader = { readonly at?: number; readonly issuer?: Case['issuer'] };
  const judged = async (
    name: string,
    statement: string,
    outcome: string,
    { at = iat, issuer: key = 'house' }: Reader = {},
  ) => {
    const now = new Date(at * 1_000);
    const says = (
      await verifyStatement(statement, { metadata: { house, rotated, none: undefined }[key]?.metadata, now })
    ).statement;
    return { name, statement, issuer: key, now: now.toISOString(), outcome, ...(says && { says }) };
  };
  const cases = [
    judged('a balance with its holder', stated, 'ok'),
    judged('a balance without its holder', only(stated), 'ok'),
    judged('an income with all its parts', earned, 'ok'),
    judged('an income with its payer only', only(earned, 'payer'), 'ok'),
    judged('in its last second', stated, 'ok', { at: exp - 1 }),
    judged('expired', stated, 'expired', { at: exp }),
    judged('dated in the future', stated, 'early', { at: iat - 301 }),
    judged('a changed amount', changed(stated, { at_least: '501.00' }), 'signature'),
    judged('a changed end', changed(stated, { exp: exp + 1 }), 'signature'),
    judged('a changed name', shown(stated, [renamed]), 'malformed'),
    judged('a part of another statement', shown(stated, others), 'malformed'),
    judged('digests of another statement', shown(changed(stated, { _sd: digests }), others), 'signature'),
    judged('a digest less', changed(only(stated), { _sd: digests.slice(1) }), 'malformed'),
    judged('another key of its house', stated, 'key', { issuer: 'rotated' }),
    judged('no key of its house', stated, 'issuer', { issuer: 'none' }),
  ];
  return { issuers: { house, rotated }, cases: await Promise.all(cases) };
}

/** Returns a statement without the values that differ between statements. Keeps the order of its members. */
function formOf(statement: string): string {
  const { header, payload, signature, disclosures } = partsOf(statement);
  const { iat, exp, books, _sd } = decoded<{ iat: number; exp: number; books: Json; _sd: string[] }>(payload);
  return JSON.stringify([
    { ...decoded(header), kid: 0 },
    {
      ...decoded(payload),
      iat: 0,
      exp: exp - iat,
      books: { ...books, entries: 0 },
      _sd: _sd.map(({ length }) => length),
    },
    signature.length,
    disclosures.map((text) => decoded<[string, ...unknown[]]>(text)).map(([salt, ...claim]) => [salt.length, ...claim]),
  ]);
}

test('the server makes statements in the form of the vectors', async () => {
  const of = (name: string) => vectors.cases.find((one) => one.name === name)?.statement ?? '';
  expect(formOf(await balance())).toBe(formOf(of('a balance with its holder')));
  expect(formOf(await income())).toBe(formOf(of('an income with all its parts')));
});
