import { createHash, createHmac } from 'node:crypto';
import { endpoints, type Proof } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusedWith } from '../../../../test/refused-with.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { stateSums } from './state-sums.ts';

let florin: TestApp;
let members: TestMember[];
beforeAll(async () => {
  florin = await createTestApp({}, {}, asManyAsAServer);
  members = await Promise.all(Array.from({ length: 12 }, (_, nth) => florin.signUpWith(`${nth + 1}00.00`)));
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const ines = () => members[0] as TestMember;
const state = () => stateSums(florin.app.dependencies.log);
const proofOf = ({ client }: TestMember) => client.call(endpoints.getProof, { query: {} });

const hash = (...parts: (Buffer | string)[]) => {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest();
};
const sumOf = (sum: bigint) => Buffer.from(sum.toString(16).padStart(32, '0'), 'hex');

/** Computes the root from a piece, as the formats define it. */
function rootOf({ email, secret, sums }: Proof, { account, pieces }: Proof['balances'][number], nth: number) {
  const piece = pieces[nth];
  if (!piece || sums === null || secret === null) throw new Error('no piece');
  const number = sums.note.split('\n')[1];
  const commitment = createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(`florin-balance/1\n${email}\n${account}\n${number}\n${nth}\n`)
    .digest();
  let sum = BigInt(piece.amount);
  let node = hash(Buffer.of(0), commitment, sumOf(sum));
  let index = piece.index;
  for (const sibling of piece.path) {
    const own = [node, sumOf(sum)];
    const other = [Buffer.from(sibling.hash, 'base64'), sumOf(BigInt(sibling.sum))];
    node = hash(Buffer.of(1), ...(index % 2 === 0 ? [...own, ...other] : [...other, ...own]));
    sum += BigInt(sibling.sum);
    index = Math.floor(index / 2);
  }
  return { root: node.toString('base64'), sum };
}

describe('the public books', () => {
  test('the public books are not shown if the setting is off', async () => {
    const closed = await createTestApp({ FLORIN_BOOKS: 'off' });
    await expect(closed.client.call(endpoints.getBooks, {})).rejects.toMatchObject(refusedWith('not_found'));
    await closed.close();
  });
});

describe('the sums of the books', () => {
  test('a member has no proof before the first statement of sums', async () => {
    await expect(proofOf(ines())).rejects.toMatchObject(refusedWith('proof_not_ready'));
  });

  test('the sums lead from each piece of a balance to the signed root and sum', async () => {
    await state();
    for (const member of members.slice(0, 4)) {
      const proof = await proofOf(member);
      expect(proof.balances).toHaveLength(1);
      const [balance] = proof.balances;
      const [, , , , ...lines] = proof.sums?.note.split('\n') ?? [];
      const line = lines.find((one) => one.startsWith('liabilities USD '))?.split(' ') ?? [];
      for (const [nth] of balance?.pieces.entries() ?? [])
        expect(balance && rootOf(proof, balance, nth)).toEqual({ sum: BigInt(line[2] ?? 0), root: line[3] });
      expect(proof.statement).toContain(`\nUSD ${balance?.amount}\n`);
    }
  });

  test('the sums agree with the balances, even after payments and for coins', async () => {
    const [ines, jonas] = members as [TestMember, TestMember];
    await ines.client.call(endpoints.sendMoney, { body: { recipient_email: jonas.user.email, amount: '12.34' } });
    await jonas.client.call(endpoints.buyCoins, {
      body: { crypto_symbol: 'BTC', amount_usd: '50.00', payment_method_id: 'usd_balance' },
    });
    await state();
    const proof = await proofOf(jonas);
    expect(proof.balances.map(({ asset }) => asset).toSorted()).toEqual(['BTC', 'USD']);
    const wallets = await jonas.client.call(endpoints.listWallets, {});
    const usd = proof.balances.find(({ asset }) => asset === 'USD');
    expect(wallets.find(({ currency }) => currency === 'USD')?.balance_exact.replace('.', '')).toBe(usd?.amount);
    expect(proof.entries.length).toBeGreaterThanOrEqual(3);
  });

  test('the sums state the books after the named entries of the log, and add up to zero', async () => {
    const { size, sums, history } = await florin.client.call(endpoints.getBooks, {});
    expect(size).toBeGreaterThan(sums?.size ?? Infinity);
    for (const { liabilities_exact: owed, house } of sums?.assets ?? [])
      expect(house.reduce((sum, { balance_exact: own }) => sum + unitsOf(own), unitsOf(owed))).toBe(0n);
    expect(history).toHaveLength(1);
  });

  test('the log keeps one note of sums an hour after a day', async () => {
    const { pool } = florin.database;
    await state();
    await state();
    const { ownerPool } = florin.database;
    await ownerPool.query(`update log_sums set made_at = date_trunc('hour', now()) - interval '2 days'`);
    await state();
    const { rows } = await pool.query<{ n: bigint }>('select count(*) as n from log_sums');
    expect(rows[0]?.n).toBe(2n);
  });

  test('the sums leave out a member without a balance, and the member gets an empty proof', async () => {
    const nobodyYet = await florin.signUp();
    await state();
    expect((await proofOf(nobodyYet)).balances).toEqual([]);
  });

  test('a payment is proven only by the texts of the member’s own postings', async () => {
    const [ines, jonas] = members as [TestMember, TestMember];
    const { id } = await ines.client.call(endpoints.sendMoney, {
      body: { recipient_email: jonas.user.email, amount: '1.00' },
    });
    await state();
    const { entries } = await ines.client.call(endpoints.getTransactionProof, { params: { id }, query: {} });
    expect(entries).toHaveLength(1);
    const [entry] = entries;
    const leaf = Buffer.from(entry?.leaf ?? '', 'base64');
    expect(hash(entry?.header ?? '')).toEqual(leaf.subarray(1, 33));
    expect(entry?.postings).toHaveLength(1);
    for (const { place, text } of entry?.postings ?? [])
      expect(hash(text)).toEqual(leaf.subarray(1 + 32 * place, 33 + 32 * place));
  });
});

const unitsOf = (exact: string): bigint => BigInt(exact.replace('.', ''));
