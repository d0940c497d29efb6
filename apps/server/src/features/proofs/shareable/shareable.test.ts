import { createPublicKey, verify as verifySignature } from 'node:crypto';
import { endpoints, type BodyOf, type Endpoints } from '@florin/contract';
import { SDJwtVcInstance } from '@sd-jwt/sd-jwt-vc';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyStatement, type StatementVerdict } from '../../../../../../packages/verify/src/index.ts';
import { askForMoney, pay } from '../../../../test/ask-for-money.ts';
import { actingClient, openBusiness, verify } from '../../../../test/business.ts';
import { databaseOf } from '../../../../test/member-in-ledger.ts';
import { refusedWith } from '../../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { addFundsInEachCurrency } from '../../../../test/live-a-little.ts';
import { rotateLogKey } from '../log/replace-key.ts';

const origin = 'https://florin.example';
let florin: TestApp;
let ines: TestMember;
let acme: TestMember;
let mallory: TestMember;
beforeAll(async () => {
  florin = await createTestApp({ PUBLIC_URL: origin });
  ines = await verify(florin, await florin.signUpWith('500.00', 'Ines Almeida'));
  acme = await florin.signUpWith('900.00', 'Acme');
  mallory = await florin.signUpWith('900.00', 'Mallory');
  for (const member of [acme, mallory, ines]) await addFundsInEachCurrency(member);
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const balance = ({ client }: TestMember, at_least: string, more: Partial<BodyOf<Endpoints['shareBalance']>> = {}) =>
  client.call(endpoints.shareBalance, { body: { currency: 'USD', at_least, days: 1, ...more } });
const income = (body: Partial<BodyOf<Endpoints['shareIncome']>> = {}, { client } = ines) =>
  client.call(endpoints.shareIncome, {
    body: { currency: 'USD', payer: acme.user.email, from: '2026-01', to: '2026-03', days: 30, ...body },
  });

type Metadata = { issuer: string; jwks: { keys: { x: string; kid: string; kty: string; crv: string }[] } };
const metadataOf = async (): Promise<Metadata> =>
  (await florin.app.http.inject({ url: '/.well-known/jwt-vc-issuer' })).json();
const check = async (statement: string): Promise<StatementVerdict> =>
  verifyStatement(statement, { metadata: await metadataOf() });

const decoded = (part = ''): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
/** The parts of a statement: header, payload, signature, and the disclosures by the names of their claims. */
function partsOf(statement: string) {
  const [jwt = '', ...rest] = statement.split('~');
  expect(rest.pop()).toBe('');
  const [header, payload, signature] = jwt.split('.');
  const disclosures = new Map(rest.map((text) => [(decoded(text) as string[])[1] ?? '', text]));
  expect(disclosures.size).toBe(rest.length);
  return { jwt, header: decoded(header), payload: decoded(payload) as Record<string, unknown>, signature, disclosures };
}
const without = (statement: string, ...names: string[]) => {
  const { jwt, disclosures } = partsOf(statement);
  return [jwt, ...[...disclosures].flatMap(([name, text]) => (names.includes(name) ? [] : [text])), ''].join('~');
};

describe('a statement of a balance', () => {
  test('a statement of a balance is verified by the stand-alone verifier', async () => {
    const { statement } = await balance(ines, '500.00', { days: 7 });
    const { ok, statement: read } = await check(statement);
    expect(ok).toBe(true);
    expect(read).toMatchObject({ kind: 'balance', issuer: origin, currency: 'USD', amount: '500.00' });
    expect(read?.holder).toEqual({ name: 'Ines Almeida', verified: true });
    expect(read?.books.log).toBe('florin.example/log');
    expect(Number(read?.expiresAt) - Number(read?.issuedAt)).toBe(7 * 24 * 3_600_000);
  });

  test('a balance statement of a business says that its holder is a business', async () => {
    const owner = await florin.signUpWith('10.00', 'Olu');
    const { handle, id } = await openBusiness(florin, owner);
    const client = actingClient(florin, owner.token, handle);
    const card = await client.call(endpoints.addPaymentMethod, { body: { token: 'tok_visa' } });
    await client.call(endpoints.addFunds, { body: { amount: '10.00', payment_method_id: card.id } });
    const holderOf = async () => {
      const body = { currency: 'USD', at_least: '10.00', days: 1 } as const;
      const { statement } = await client.call(endpoints.shareBalance, { body });
      return (await check(statement)).statement?.holder;
    };
    expect(await holderOf()).toEqual({ name: 'Acme Bakery', verified: false, business: true });
    await florin.database.ownerPool.query('update users set kyc_level = 2 where id = $1', [id]);
    expect(await holderOf()).toEqual({ name: 'Acme Bakery', verified: true, business: true });
  });

  test('a statement of a balance consists only of the chosen claims, salts, digests and the signature', async () => {
    const { statement } = await balance(ines, '500.00');
    const { header, payload, signature, disclosures } = partsOf(without(statement, 'holder'));
    const [key] = (await metadataOf()).jwks.keys;
    expect(header).toEqual({ alg: 'EdDSA', typ: 'dc+sd-jwt', kid: key?.kid });
    const { iat, exp, _sd, books, ...rest } = payload;
    expect(rest).toEqual({
      iss: origin,
      vct: 'urn:florin:balance-at-least:1',
      currency: 'USD',
      at_least: '500.00',
      _sd_alg: 'sha-256',
    });
    expect(books).toEqual({ log: 'florin.example/log', entries: expect.any(Number) });
    expect(Number(exp) - Number(iat)).toBe(86_400);
    expect(_sd).toEqual(Array.from({ length: 8 }, () => expect.stringMatching(/^[\w-]{43}$/)));
    expect(signature).toMatch(/^[\w-]{86}$/);
    expect(disclosures.size).toBe(0);
    // Encoding the parts again gives each byte of the statement.
    const again = [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
    expect(`${again.join('.')}.${signature}~`).toBe(without(statement, 'holder'));
    const all = `${JSON.stringify(header)}${JSON.stringify(payload)}`;
    for (const own of [ines.user.id, ines.user.email, ines.user.name, '510.00']) expect(all).not.toContain(own);
  });

  test('the order and the number of digests in a statement of a balance reveal nothing', async () => {
    const { payload, disclosures } = partsOf((await balance(ines, '1.00')).statement);
    expect(payload['_sd']).toHaveLength(8);
    expect(payload['_sd']).toEqual((payload['_sd'] as string[]).toSorted());
    const [, name, claim] = decoded(disclosures.get('holder')) as [string, string, unknown];
    expect([name, claim]).toEqual(['holder', { name: 'Ines Almeida', verified: true }]);
    const other = partsOf((await balance(ines, '1.00')).statement);
    expect(other.payload['_sd']).not.toEqual(payload['_sd']);
    expect(other.disclosures.get('holder')).not.toBe(disclosures.get('holder'));
  });

  test('a statement of a balance is refused for a cent more than the available balance after withdrawals', async () => {
    const { client, ...lea } = await florin.signUpWith('100.00');
    const member = { client, ...lea };
    expect((await check((await balance(member, '100.00')).statement)).ok).toBe(true);
    await expect(balance(member, '100.01')).rejects.toMatchObject(refusedWith('balance_too_low'));
    const { id } = await client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
    await client.call(endpoints.withdraw, { body: { amount: '40.00', payment_method_id: id } });
    await expect(balance(member, '100.00')).rejects.toMatchObject(refusedWith('balance_too_low'));
    await expect(balance(member, '60.01')).rejects.toMatchObject(refusedWith('balance_too_low'));
    await expect(balance(member, '1.00', { currency: 'EUR' })).rejects.toMatchObject(refusedWith('balance_too_low'));
    await expect(balance(member, '0.00')).rejects.toMatchObject(refusedWith('invalid_amount'));
    await expect(balance(member, '-5')).rejects.toMatchObject(refusedWith('invalid_amount'));
    expect((await check(without((await balance(member, '1.00')).statement))).statement?.holder?.verified).toBe(false);
  });

  test('a statement of a balance is refused while the member owes money', async () => {
    const member = await florin.signUpWith('100.00');
    await florin.database.ownerPool.query('update users set restricted_at = now() where id = $1', [member.user.id]);
    await expect(balance(member, '1.00')).rejects.toMatchObject(refusedWith('account_restricted'));
  });

  test('a statement of a balance becomes invalid when its signing key is replaced', async () => {
    const { statement } = await balance(ines, '1.00');
    await rotateLogKey({ ownerPool: florin.database.ownerPool, vault: florin.app.dependencies.vault });
    expect(await check(statement)).toMatchObject({ ok: false, failure: 'key', issuer: origin });
    expect((await check((await balance(ines, '1.00')).statement)).ok).toBe(true);
  });
});

describe('a statement of income', () => {
  /** Sends money, and dates the entry. */
  async function sent(from: TestMember, to: TestMember, amount: string, at: string, currency: 'USD' | 'EUR' = 'USD') {
    await from.client.call(endpoints.sendMoney, { body: { recipient_email: to.user.email, amount, currency } });
    await dateLast(at);
  }
  async function dateLast(at: string) {
    for (const member of [ines, acme, mallory])
      await databaseOf(florin, member).ownerPool.query(
        `update ledger.journal_entries set recorded_at = $1
         where id = (select max(id) from own_books.entries where kind in ('send', 'request-paid')) and recorded_at > '2026-06-01'`,
        [at],
      );
  }
  const months = async (body: Parameters<typeof income>[0] = {}) =>
    (await check((await income(body)).statement)).statement;

  beforeAll(async () => {
    // Makes all earlier entries older, because postings are numbered in the order of time.
    for (const { ownerPool } of florin.ledgers)
      await ownerPool.query(`update ledger.journal_entries set recorded_at = '2025-12-01'`);
    await sent(acme, ines, '7.00', '2025-12-31T23:59:59.999Z');
    await sent(acme, ines, '100.00', '2026-01-01T00:00:00Z');
    await sent(mallory, ines, '50.00', '2026-01-15T12:00:00Z');
    await sent(acme, ines, '3.00', '2026-01-20T12:00:00Z', 'EUR');
    const request = await askForMoney(ines, acme, '20.00');
    await pay(acme, request);
    await dateLast('2026-02-10T12:00:00Z');
    await sent(ines, acme, '30.00', '2026-02-28T23:59:59.999Z');
    await sent(acme, ines, '200.50', '2026-03-31T23:59:59.999Z');
    await sent(acme, ines, '9.00', '2026-04-01T00:00:00Z');
  });

  test('a statement of income sums whole UTC months, less repayments, for one payer and currency', async () => {
    expect(await months()).toMatchObject({
      kind: 'income',
      currency: 'USD',
      amount: '290.50',
      from: '2026-01',
      to: '2026-03',
      payer: { name: 'Acme', verified: false },
      holder: { name: 'Ines Almeida', verified: true },
      months: [
        { month: '2026-01', amount: '100.00' },
        { month: '2026-02', amount: '-10.00' },
        { month: '2026-03', amount: '200.50' },
      ],
    });
    expect((await months({ from: '2025-12', to: '2026-04' }))?.amount).toBe('306.50');
    expect((await months({ from: '2026-04', to: '2026-04' }))?.amount).toBe('9.00');
    expect((await months({ currency: 'EUR' }))?.amount).toBe('3.00');
    expect((await months({ payer: mallory.user.email }))?.amount).toBe('50.00');
  });

  test('a statement of income shows only the claims that the member leaves in it', async () => {
    const { statement } = await income();
    const presented = without(statement, 'holder', 'payer', 'months');
    const { payload } = partsOf(presented);
    expect(Object.keys(payload).toSorted()).toEqual(
      ['_sd', '_sd_alg', 'books', 'currency', 'exp', 'from', 'iat', 'iss', 'to', 'total', 'vct'].toSorted(),
    );
    const text = JSON.stringify(payload);
    for (const hidden of ['Acme', 'Ines', '100.00', '200.50', acme.user.email, acme.user.id])
      expect(text).not.toContain(hidden);
    const { statement: read } = await check(presented);
    expect([read?.holder, read?.payer, read?.months]).toEqual([undefined, undefined, undefined]);
    expect((await check(without(statement, 'holder', 'months'))).statement?.payer?.name).toBe('Acme');
    // The statement does not reveal the number of hidden claims.
    expect(payload['_sd']).toHaveLength(8);
  });

  test('a statement of income is refused without income, with the same answer for strangers’ and unknown payers', async () => {
    const refused = refusedWith('no_income');
    await expect(income({ from: '2026-02', to: '2026-02' })).rejects.toMatchObject(refused);
    await expect(income({ from: '2025-01', to: '2025-02' })).rejects.toMatchObject(refused);
    await expect(income({ currency: 'GBP' })).rejects.toMatchObject(refused);
    const answers: string[] = [];
    for (const payer of [acme.user.email, 'nobody@florin.example', mallory.user.email])
      answers.push(await income({ payer }, mallory).then(String, String));
    expect(new Set(answers).size).toBe(1);
    await expect(income({ payer: 'nobody@florin.example' })).rejects.toMatchObject(refused);
  });

  test('a statement of income is refused for months in the wrong order, too many, or in the future', async () => {
    const refused = refusedWith('invalid_request');
    const nextMonth = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1)).toISOString();
    await expect(income({ from: '2026-03', to: '2026-02' })).rejects.toMatchObject(refused);
    await expect(income({ from: '2024-01', to: '2026-01' })).rejects.toMatchObject(refused);
    await expect(income({ to: nextMonth.slice(0, 7) })).rejects.toMatchObject(refused);
    await expect(income({ to: '2026-13' })).rejects.toMatchObject(refused);
    expect((await months({ from: '2024-02', to: '2026-01' }))?.months).toHaveLength(24);
  });

  test('lists the member’s own payers by name, with their currencies', async () => {
    const [first, second, ...more] = await ines.client.call(endpoints.listPayers);
    expect(first).toEqual({ email: acme.user.email, name: 'Acme', currencies: ['USD', 'EUR'] });
    expect(second).toEqual({ email: mallory.user.email, name: 'Mallory', currencies: ['USD'] });
    expect(more).toEqual([]);
    expect(await mallory.client.call(endpoints.listPayers)).toEqual([]);
  });
});

describe('an independent implementation', () => {
  /** The library of the OpenWallet Foundation, with the key of the issuer's metadata. */
  async function library() {
    const [jwk] = (await metadataOf()).jwks.keys;
    const key = createPublicKey({ key: { ...jwk }, format: 'jwk' });
    return new SDJwtVcInstance({
      hasher: async (data, algorithm) =>
        new Uint8Array(await crypto.subtle.digest(algorithm, typeof data === 'string' ? Buffer.from(data) : data)),
      verifier: async (data, signature) =>
        verifySignature(null, Buffer.from(data), key, Buffer.from(signature, 'base64url')),
    });
  }

  test('an independent implementation reads statements with and without disclosures in the same way', async () => {
    const sdJwt = await library();
    const whole = await income();
    const { payload } = await sdJwt.verify(whole.statement);
    expect(payload).toMatchObject({ iss: origin, total: '290.50', payer: { name: 'Acme', verified: false } });
    const presented = without(whole.statement, 'holder', 'months');
    const read = await sdJwt.verify(presented);
    expect(read.payload).toMatchObject({ total: '290.50', payer: { name: 'Acme', verified: false } });
    expect(read.payload).not.toHaveProperty('holder');
    expect(read.payload).not.toHaveProperty('months');
  });

  test('an independent implementation refuses a changed statement', async () => {
    const { statement } = await balance(ines, '1.00');
    const changed = statement.replace(
      /\.(.)([\w-]{85}~)/,
      (_, letter: string, rest: string) => `.${letter === 'A' ? 'B' : 'A'}${rest}`,
    );
    await expect((await library()).verify(changed)).rejects.toThrow('Invalid JWT');
  });
});

test('anyone can read the metadata of the issuer, even from other sites', async () => {
  const { headers } = await florin.app.http.inject({ url: '/.well-known/jwt-vc-issuer' });
  expect(headers['access-control-allow-origin']).toBe('*');
  const { issuer, jwks } = await metadataOf();
  expect(issuer).toBe(origin);
  expect(jwks.keys).toEqual([
    { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', x: expect.any(String), kid: expect.any(String) },
  ]);
  const books = await florin.client.call(endpoints.getBooks, {});
  const raw = Buffer.from(books.key.split('+').slice(2).join('+'), 'base64').subarray(1);
  expect(jwks.keys[0]?.x).toBe(raw.toString('base64url'));
});
