/**
 * R19: mutation tests of money and ledger, including the ledger's database functions. Each mutant is one mistake in one
 * place, and the mutant's tests must fail. FLORIN_MUTANTS: the number per area, drawn by FLORIN_SEED, or `all`, or
 * places as printed (`ledger.ts:30,post():12`). FLORIN_AREAS: the areas; default all.
 */
import { randomBytes } from 'node:crypto';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { areas, sqlMutants, typeScriptMutants } from './areas.mjs';
import { openLedgerDatabase } from './ledger-database.mjs';
import { privateCopy } from './private-copy.mjs';
import { sampleOf } from './sample.mjs';
import { openTrials } from './trials.mjs';

const leastKilled = 0.9;
const { FLORIN_MUTANTS: wanted = '40', FLORIN_SEED: seed = randomBytes(4).toString('hex') } = process.env;
const names = process.env['FLORIN_AREAS']?.split(',') ?? areas.map(({ id }) => id);

/** The trials use two copies, so other cores are free for the database. */
const copies = [privateCopy(), privateCopy()];
const database = names.includes('ledger') ? await openLedgerDatabase(copies[0]) : undefined;
let trials = [];
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void cleanUp().then(() => process.exit(1)));
try {
  for (const area of areas.filter(({ id }) => names.includes(id))) await judge(area);
} finally {
  await cleanUp();
}

async function cleanUp() {
  for (const one of trials) one.end();
  await database?.stop();
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
}

async function judge(area) {
  const all = [
    ...typeScriptMutants(copies[0], area),
    ...(area.needsDatabase ? sqlMutants(area.id, database.functions) : []),
  ];
  const tried = wantedOf(all);
  console.log(`${area.id}: ${tried.length} of ${all.length} mutants (seed ${seed})`);
  const environment = { ...process.env, ...area.environment, ...database?.environment };
  trials = copies.map((copy) => openTrials(copy, area, environment));
  const counts = { tried: 0, survived: 0, timeout: 0, killed: 0 };
  const queue = tried.values();
  await Promise.all(trials.map((one, place) => tryInTurn(one, copies[place], queue, counts)));
  for (const one of trials) one.end();
  report(area, { mutants: tried.length, of: all.length, survivors: counts.survived, timeouts: counts.timeout });
}

function wantedOf(all) {
  if (wanted === 'all') return all;
  if (/^\d+$/.test(wanted)) return sampleOf(all, Number(wanted), seed);
  const places = wanted.split(',');
  return all.filter(({ at }) => places.includes(at));
}

/** Tries the next mutant of the shared queue until it is empty. */
async function tryInTurn(trial, copy, queue, counts) {
  await trial.prepare();
  for (const mutant of queue) {
    const outcome = await trial.tryOne(mutant);
    restore(copy, mutant);
    counts[outcome] += 1;
    counts.tried += 1;
    if (outcome !== 'killed') console.log(`  ${outcome}: ${mutant.at}: ${mutant.what}`);
    if (counts.tried % 50 === 0) console.log(`  ${counts.tried} tried, ${counts.survived} survived`);
    await trial.assertFair(mutant);
  }
}

/**
 * Restores the source file, even after a process died with the mutant in place. Database functions are restored before
 * the next trial.
 */
function restore(copy, { file, original }) {
  if (file) writeFileSync(path.join(copy, file), original);
}

function report({ id }, { mutants, of, survivors, timeouts }) {
  const share = (mutants - survivors) / mutants;
  const figures = {
    [`% of the ${id} mutants killed`]: (100 * share).toFixed(1),
    [`${id} mutants tried of ${of}`]: mutants,
    [`${id} survivors`]: survivors,
    [`${id} timeouts`]: timeouts,
    seed,
  };
  console.log(`R19: ${JSON.stringify(figures)}`);
  if (process.env['FLORIN_FIGURES']) appendFileSync(process.env['FLORIN_FIGURES'], `${JSON.stringify(figures)}\n`);
  if (share < leastKilled) process.exitCode = 1;
}
