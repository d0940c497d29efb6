import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@florin/contract';
import { expect, onTestFinished, test } from 'vitest';
import { sweepTransits } from '../../src/ledger/shards/sweep-transits.ts';
import { inTransit } from '../several-ledgers.ts';
import { expectCleanBooks } from './books.ts';
import { reportFigures } from './figures.ts';
import { newMembers } from './members.ts';
import { randomFrom } from './random.ts';
import { cutsThrough, type Cut } from './shards/cuts.ts';
import { disturb, kindsOf } from './shards/disturb.ts';
import { expectEachOnce, expectSameBalances, walletsIn } from './shards/final-books.ts';
import { startLedgerEngines } from './shards/ledger-engines.ts';
import { keepDown } from './shards/ledger-down.ts';
import { slotMoves, untilAllMoved } from './shards/moves.ts';
import { startNode } from './shards/nodes.ts';
import { askingAny, sendAll, type Load } from './shards/orders.ts';
import { tableOf } from './shards/table.ts';
import { witness } from './witness.ts';

/**
 * Kills four ledgers, each in a separate PostgreSQL server, and two servers of Florin with kill -9 at random moments.
 * Meanwhile members send money within and between the ledgers, and move between them. Then one ledger is down for a
 * minute. `npm run florin -- prove shards` runs it; its parameters are in `scripts/prove/proofs.mjs`.
 * FLORIN_RANDOM_SEED repeats the kills of a run.
 */
const [minutes, sends] = [Number(process.env['FLORIN_SHARDS_MINUTES']), Number(process.env['FLORIN_SHARDS_SENDS'])];
const downSeconds = Number(process.env['FLORIN_SHARDS_DOWN_SECONDS'] ?? 60);
const seed = process.env['FLORIN_RANDOM_SEED'] ?? String(Date.now());
const [ledgers, members, senders] = [4, 32, 32];
const cutEveryMs = 2_000;

test.runIf(minutes > 0)(
  `no send is lost or doubled while servers and databases of four ledgers are killed (seed ${seed})`,
  { timeout: 3_600_000 },
  async () => {
    say(`seed ${seed}`);
    const engines = await startLedgerEngines(ledgers);
    onTestFinished(async () => void (await Promise.all(engines.map((engine) => engine.close()))));
    const nodes = [await startNode(engines), await startNode(engines)];
    onTestFinished(async () => void (await Promise.all(nodes.map((node) => node.stop()))));
    const [main] = engines;
    if (!main) throw new Error('there is no main ledger');
    const watched = witness();
    const clientOf = (token: string | null) =>
      createClient({ origin: nodes[0]?.origin ?? '', fetch: watched.fetch, token: () => token });
    const crowd = await newMembers({ ownerPool: main.ownerPool, clientOf }, members);
    // Mails would cost more than the sends.
    await main.ownerPool.query(
      `insert into notification_preferences (user_id, email, push) select id, false, false from users
       on conflict (user_id) do update set email = false, push = false`,
    );
    const before = await walletsIn(engines, crowd);

    const cuts = cutsThrough(engines);
    const taken: Cut[] = [];
    const cut = async () => {
      const next = await cuts.take();
      if (!next) return undefined;
      taken.push(next);
      const problems = next.problems.length === 0 ? 'sums to zero' : next.problems.join('; ');
      say(`cut ${next.number}: ${load.done.length} sends, ${next.onItsWay} on their way, ${problems}`);
      return next;
    };
    const random = randomFrom(seed);
    const load: Load = { isStopped: false, done: [], interrupted: 0 };
    await cut();
    const ask = askingAny(nodes, watched, randomFrom(`${seed}/nodes`));
    let isSending = true;
    const sending = sendAll(load, { ask, crowd, seed, senders, sends, minutes }).finally(() => (isSending = false));
    const cutting = (async () => {
      while (isSending) {
        await cut();
        await sleep(cutEveryMs);
      }
    })();
    const moves = slotMoves(engines, crowd, random);
    onTestFinished(moves.close);
    const disturbed = await disturb(kindsOf(engines, nodes, moves), { random, minutes });
    load.isStopped = true;
    await Promise.all([sending, cutting]);
    await untilAllMoved(main.ownerPool);

    const down = engines[1 + Math.floor(random() * (ledgers - 1))] ?? main;
    // The servers have not heard of these moves when the ledger goes down.
    await moves.moveTo(down.number);
    await moves.moveTo((down.number + 1) % ledgers);
    say(`ledger ${down.number} is down for ${downSeconds} s`);
    const place = { engines, nodes, crowd, watched, random, load };
    const downtime = await keepDown(place, down, downSeconds);
    const backAt = performance.now();
    for (let attempt = 0; (await cut())?.onItsWay !== 0 && attempt < 600; attempt++) await sleep(100);
    const arrivedAfter = performance.now() - backAt;
    await Promise.all(nodes.map((node) => node.stop()));

    const last = taken.at(-1);
    const table = await tableOf({ engines, crowd, load, disturbed, downtime, moved: moves.count() });
    say(table);
    expect(taken.flatMap(({ number, problems }) => problems.map((problem) => `cut ${number}: ${problem}`))).toEqual([]);
    expect(last?.onItsWay, 'all has arrived').toBe(0);
    expect([...watched.problems]).toEqual([]);
    expect(downtime.problems).toEqual([]);
    await expectEachOnce(engines, load.done);
    await expectSameBalances(engines, crowd, { before, sent: load.done });
    for (const { ownerPool } of engines) await expectCleanBooks(ownerPool);
    const pools = engines.map(({ ownerPool }) => ownerPool);
    expect(await sweepTransits(pools)).toEqual([]);
    expect(await inTransit(pools)).toEqual([]);
    reportFigures('shards', {
      seed,
      sends: load.done.length,
      'interrupted and resolved': load.interrupted,
      kills: [...disturbed].reduce((sum, [part, count]) => sum + (part === 'moves' ? 0 : count), 0),
      'members who moved': moves.count(),
      cuts: taken.length,
      'halves on their way at most': Math.max(...taken.map(({ onItsWay }) => onItsWay)),
      'refused by a ledger that was down': downtime.refused,
      'waited for it in transit': downtime.waiting,
      'ms until all had arrived': arrivedAfter.toFixed(0),
    });
  },
);

const say = (line: string) => process.stdout.write(`${line}\n`);
