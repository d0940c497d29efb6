import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import type { TestApp } from '../test-app.ts';
import { expectCleanBooks } from './books.ts';
import { reportFigures } from './figures.ts';
import { anyCommand, people } from './model/any-command.ts';
import * as reads from './model/do-reads.ts';
import type { WalletModel } from './model/wallet-model.ts';
import { newModel, newWorld, openMarket, type World } from './model/world.ts';

/**
 * R13: compares a model of the wallet with the product over HTTP. FLORIN_MODEL=1000000 for the long form;
 * FLORIN_RANDOM_SEED repeats a run. A failure is shrunk to the fewest commands that show it.
 */
const wanted = Number(process.env['FLORIN_MODEL'] ?? 2_000);
const seed = Number(process.env['FLORIN_RANDOM_SEED'] ?? randomInt(2 ** 31));
/** Maximum of commands per run, half as many on average. Signing up a run's members costs as much as sixty commands. */
const commandsPerRun = Math.min(400, wanted);
/**
 * Concurrent worlds. Their commands share the ledger's batches, but the members of one world do not deal with members
 * of another.
 */
const together = 16;

let florin: TestApp;
beforeAll(async () => {
  florin = await openMarket();
});
afterAll(() => florin.close());

test(`at least ${wanted} commands have the model's outcomes (seed ${seed})`, { timeout: 24 * 3_600_000 }, async () => {
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
          if (today() === day) throw error; // the limits reset at midnight, but the model has no clock
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
  reportFigures('R13', { commands: done.commands, rejected: done.refused, runs: done.runs, seed });
});

const today = () => new Date().toISOString().slice(0, 10);

/** Reads everything at the end of a run. */
async function readAll(model: WalletModel, world: World) {
  for (let n = 0; n < people; n++) {
    await reads.readBalances(model, world, n);
    await reads.readCoins(model, world, n);
    await reads.readRequests(model, world, n);
    await reads.readHistory(model, world, n, { filter: { type: 'all', crypto: undefined }, limit: 7 });
  }
}
