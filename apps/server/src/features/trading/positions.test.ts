import { CallRefused, endpoints, type Transaction } from '@florin/contract';
import { afterBuying, afterSelling, noPosition, parseAmount, type Position } from '@florin/money';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { databaseOf } from '../../../test/member-in-ledger.ts';
import { movingFeed } from '../../../test/moving-feed.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { readTradedElsewhere, savePositions } from './position-store.ts';
import { positionsOf } from './positions.ts';

const coins = ['BTC', 'ETH', 'PEPE'] as const;
const market = movingFeed({ BTC: '50000.00', ETH: '2000.00', PEPE: '0.0000071234' });
let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({}, { feed: market.feed }, asManyAsAServer);
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

async function trader(): Promise<TestMember> {
  const member = await florin.signUpWith('20000.00');
  await florin.database.ownerPool.query(`update users set plan = 'business' where id = $1`, [member.user.id]);
  return member;
}

const currentPositions = ({ user }: TestMember) => positionsOf(florin.app.dependencies, user.id);
const recomputed = async (member: TestMember) => {
  await florin.database.ownerPool.query('delete from positions');
  return currentPositions(member);
};
const buy = ({ client }: TestMember, crypto_symbol: string, amount_usd: string, payment_method_id = 'usd_balance') =>
  client.call(endpoints.buyCoins, { body: { crypto_symbol, amount_usd, payment_method_id } });
const sell = ({ client }: TestMember, crypto_symbol: string, amount_crypto: string) =>
  client.call(endpoints.sellCoins, { body: { crypto_symbol, amount_crypto } });

/** Computes the position from the trade as shown to the member. */
function afterTransaction(position: Position, { type, amount_exact, crypto_amount_exact }: Transaction): Position {
  const usd = parseAmount('USD', amount_exact.replace('-', '')).amount;
  const traded = parseAmount(position.coins.asset, crypto_amount_exact ?? '').amount;
  if (!usd || !traded) throw new Error('The transaction has no amounts.');
  return type === 'buy_crypto' ? afterBuying(position, traded, usd) : afterSelling(position, traded, usd);
}

const anyStep = fc.record({
  coin: fc.constantFrom(...coins),
  does: fc.constantFrom('buys', 'buys by card', 'sells', 'sells all', 'reads', 'clears', 'adds funds'),
  cents: fc.integer({ min: 200, max: 30_000 }),
  share: fc.integer({ min: 1, max: 99 }),
  price: fc.integer({ min: 80, max: 125 }),
});
type Step = typeof anyStep extends fc.Arbitrary<infer One> ? One : never;

const listed = { BTC: 50_000_00n, ETH: 2_000_00n, PEPE: 71_234n } as const;
const decimals = { BTC: 2, ETH: 2, PEPE: 10 } as const;

function movePrice({ coin, price }: Step) {
  const digits = ((listed[coin] * BigInt(price)) / 100n).toString().padStart(decimals[coin] + 1, '0');
  market.set(coin, `${digits.slice(0, -decimals[coin])}.${digits.slice(-decimals[coin])}`);
}

describe("a member's positions", () => {
  test('positions are the same at every time of computing and match the trades', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 25 }), async (steps) => {
        const member = await trader();
        const [card] = await member.client.call(endpoints.listPaymentMethods);
        const shown = new Map<string, Position>();
        for (const step of steps) {
          movePrice(step);
          const trade = await play(member, step, shown.get(step.coin)?.coins.units ?? 0n, card?.id);
          if (trade) shown.set(step.coin, afterTransaction(shown.get(step.coin) ?? noPosition(step.coin), trade));
        }
        const now = await currentPositions(member);
        expect(new Map(now.map((position) => [position.coins.asset, position]))).toEqual(shown);
        expect(await recomputed(member)).toEqual(now);
        expect(await currentPositions(member)).toEqual(now);
        await expectLedgerMatch(member, now);
      }),
      { numRuns: Number(process.env['FLORIN_ROUNDS'] ?? 8) },
    );
  });

  test('does not replace a newer stored position with an older position', async () => {
    const ines = await trader();
    await buy(ines, 'BTC', '100.00');
    const [before] = await readTradedElsewhere(florin.database.pool, databaseOf(florin, ines).pool, ines.user.id);
    await buy(ines, 'BTC', '50.00');
    const now = await currentPositions(ines);
    const trade = before?.trades[0];
    if (!before || trade?.usdSeq === undefined) throw new Error('The purchase was not found.');
    const position = afterBuying(noPosition('BTC'), trade.coins, trade.usd);
    const old = { account: before.account, seq: trade.seq, usdSeq: trade.usdSeq, position };
    await savePositions(florin.database.pool, [old]);
    const { rows } = await florin.database.pool.query('select seq, cost from positions where account_id = $1', [
      before.account,
    ]);
    expect(rows).toEqual([{ seq: 2n, cost: 152_25n }]);
    expect(await currentPositions(ines)).toEqual(now);
  });

  test('positions match the ledger when they are read during trades', async () => {
    const ines = await trader();
    await buy(ines, 'ETH', '500.00');
    const trades = Array.from({ length: 12 }, (_, i) =>
      i % 3 === 0 ? sell(ines, 'ETH', '0.01') : buy(ines, i % 2 === 0 ? 'ETH' : 'BTC', '25.00'),
    );
    const reads = Array.from({ length: 24 }, () => currentPositions(ines));
    await Promise.all([...trades, ...reads]);
    expect(await currentPositions(ines)).toEqual(await recomputed(ines));
  });

  test('stores a position once per trade, not once per read', async () => {
    const ines = await trader();
    await buy(ines, 'BTC', '100.00');
    await currentPositions(ines);
    const versions = async () =>
      (await florin.database.ownerPool.query('select account_id, xmin::text from positions order by 1')).rows;
    const written = await versions();
    for (const _ of ['again', 'and again']) await currentPositions(ines);
    expect(await versions()).toEqual(written);
  });

  test('reading positions throws if the stored positions do not match the balance', async () => {
    const ines = await trader();
    await buy(ines, 'BTC', '100.00');
    await currentPositions(ines);
    await florin.database.ownerPool.query('update positions set coins = coins - 1');
    await expect(currentPositions(ines)).rejects.toThrow(/its trades leave \d+ BTC, but its balance is \d+/);
    await florin.database.ownerPool.query('delete from positions');
  });
});

async function play(member: TestMember, step: Step, held: bigint, card?: string): Promise<Transaction | undefined> {
  const dollars = (step.cents / 100).toFixed(2);
  switch (step.does) {
    case 'buys':
      return (await buy(member, step.coin, dollars)).transaction;
    case 'buys by card':
      return (await buy(member, step.coin, dollars, card)).transaction;
    case 'sells':
    case 'sells all': {
      const units = step.does === 'sells' ? (held * BigInt(step.share)) / 100n : held;
      const text = `${units / 100_000_000n}.${(units % 100_000_000n).toString().padStart(8, '0')}`;
      return held < 1000n
        ? undefined
        : sell(member, step.coin, text).then(({ transaction }) => transaction, ignoreTooSmall);
    }
    case 'adds funds':
      await member.client.call(endpoints.addFunds, { body: { amount: dollars, payment_method_id: card ?? '' } });
      return undefined;
    case 'reads':
      await currentPositions(member);
      return undefined;
    case 'clears':
      await florin.database.ownerPool.query('delete from positions');
      return undefined;
  }
}

function ignoreTooSmall(error: unknown): undefined {
  if (error instanceof CallRefused && error.body?.code === 'amount_too_small') return undefined;
  throw error;
}

/** Compares the positions with the ledger's own sums. */
async function expectLedgerMatch({ user }: TestMember, positions: readonly Position[]) {
  const { rows } = await florin.database.pool.query<{ asset: string; posted: bigint }>(
    `select asset, posted from books.accounts where owner = $1 and kind = 'wallet' and asset = any ($2)`,
    [user.id, coins],
  );
  const { rows: flows } = await florin.database.pool.query<{ spent: bigint }>(
    `select coalesce(-sum(p.amount), 0) as spent from books.postings p
     join books.entries e on e.id = p.entry_id join books.accounts a on a.id = p.account_id
     where a.owner = $1 and a.kind = 'wallet' and a.asset = 'USD'
       and (e.kind = 'sell_crypto' or e.kind = 'buy_crypto' and p.amount < 0)`,
    [user.id],
  );
  expect(new Map(positions.map(({ coins: held }) => [held.asset, held.units]))).toEqual(
    new Map(rows.map(({ asset, posted }) => [asset, posted])),
  );
  expect(positions.filter(({ coins: held, cost }) => held.units === 0n && cost.units !== 0n)).toEqual([]);
  const sum = positions.reduce((total, { cost, realizedGain }) => total + cost.units - realizedGain.units, 0n);
  expect(sum).toBe(flows[0]?.spent);
}
