import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import type { TestApp } from '../test-app.ts';
import { expectCleanBooks } from './books.ts';
import { tell } from './figures.ts';
import { anyCommand, people } from './model/any-command.ts';
import * as reads from './model/do-reads.ts';
import type { WalletModel } from './model/wallet-model.ts';
import { newModel, newWorld, openMarket, type World } from './model/world.ts';

/**
 * R13: a model of the wallet beside the product, which is asked through the HTTP interface. FLORIN_MODEL=1000000 for
 * the long form; FLORIN_RANDOM_SEED repeats a run, and a failure is shrunk to the fewest commands that show it.
 */
const wanted = Number(process.env['FLORIN_MODEL'] ?? 2_000);
const seed = Number(process.env['FLORIN_RANDOM_SEED'] ?? randomInt(2 ** 31));
/** Half as many on average; signing its people up costs what some sixty commands do. */
const commandsPerRun = Math.min(400, wanted);
/** Worlds at a time, whose commands share the ledger's batches; nobody of one knows anybody of another. */
const together = 16;

let florin: TestApp;
beforeAll(async () => {
  florin = await openMarket();
});
afterAll(() => florin.close());

test(`at least ${wanted} commands (seed ${seed}) end as the model says`, { timeout: 24 * 3_600_000 }, async () => {
  const done = { commands: 0, refused: 0, runs: 0 };
  const run = async (seedOfRun: number) =>
    fc.assert(
      fc.asyncProperty(fc.commands(anyCommand, { maxCommands: commandsPerRun, size: 'max' }), async (commands) => {
        const day = today();
        const { model, real } = { model: newModel(people), real: await newWorld(florin, people) };
        try {
          await fc.asyncModelRun(() => ({ model, real }), commands);
          await readAll(model, real);
        } catch (error) {
          if (today() === day) throw error; // over midnight the limits begin anew, and the model knows no clock
        }
        done.commands += model.done.commands;
        done.refused += model.done.refused;
        done.runs += 1;
      }),
      { seed: seedOfRun, numRuns: 1, endOnFailure: false },
    );
  while (done.commands < wanted) {
    const runs = Math.ceil(((wanted - done.commands) * 2) / commandsPerRun);
    const first = seed + done.runs;
    await Promise.all(Array.from({ length: Math.min(together, runs) }, (_, i) => run(first + i)));
  }
  await expectCleanBooks(florin.database.ownerPool);
  tell('R13', { ...done, seed });
});

const today = () => new Date().toISOString().slice(0, 10);

/** At the end of a run everything is read, whatever was read on the way. */
async function readAll(model: WalletModel, world: World) {
  for (let n = 0; n < people; n++) {
    await reads.readBalances(model, world, n);
    await reads.readCoins(model, world, n);
    await reads.readRequests(model, world, n);
    await reads.readHistory(model, world, n, { filter: { type: 'all', crypto: undefined }, limit: 7 });
  }
}
