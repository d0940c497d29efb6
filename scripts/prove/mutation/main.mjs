/**
 * R19: mutation testing of the money and of the ledger, its functions in the database included. Each mutant is one
 * mistake in one place; the tests that concern it have to fail. FLORIN_MUTANTS is how many of each area are tried, drawn
 * by FLORIN_SEED, or `all`; FLORIN_AREAS names the areas, if not all of them.
 */
import { randomBytes } from 'node:crypto';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { areas, sqlMutants, typeScriptMutants } from './areas.mjs';
import { openLedgerDatabase } from './ledger-database.mjs';
import { privateCopy } from './private-copy.mjs';
import { sampleOf } from './sample.mjs';
import { openTrials } from './trials.mjs';

const leastKilled = 0.9;
const { FLORIN_MUTANTS: wanted = '40', FLORIN_SEED: seed = randomBytes(4).toString('hex') } = process.env;
const names = process.env['FLORIN_AREAS']?.split(',') ?? areas.map(({ id }) => id);

const copy = privateCopy();
const database = names.includes('ledger') ? await openLedgerDatabase(copy) : undefined;
let trials;
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void cleanUp().then(() => process.exit(1)));
try {
  for (const area of areas.filter(({ id }) => names.includes(id))) await judge(area);
} finally {
  await cleanUp();
}

async function cleanUp() {
  trials?.end();
  await database?.stop();
  rmSync(copy, { recursive: true, force: true });
}

async function judge(area) {
  const all = [
    ...typeScriptMutants(copy, area),
    ...(area.needsDatabase ? sqlMutants(area.id, database.functions) : []),
  ];
  const tried = wanted === 'all' ? all : sampleOf(all, Number(wanted), seed);
  console.log(`${area.id}: ${tried.length} of ${all.length} mutants (seed ${seed})`);
  trials = openTrials(copy, area, { ...process.env, ...area.environment, ...database?.environment });
  await trials.prepare();
  const survivors = [];
  let timeouts = 0;
  for (const [n, mutant] of tried.entries()) {
    const outcome = await trials.tryOne(mutant);
    restore(mutant);
    if (outcome === 'timeout') timeouts += 1;
    if (outcome === 'survived') survivors.push(mutant);
    if (outcome !== 'killed') console.log(`  ${outcome}: ${mutant.at}: ${mutant.what}`);
    if (n % 25 === 0) await trials.assertFair(mutant);
    if ((n + 1) % 50 === 0) console.log(`  ${n + 1} tried, ${survivors.length} survived`);
  }
  trials.end();
  report(area, { mutants: tried.length, of: all.length, survivors: survivors.length, timeouts });
}

/** Also after a process that was lost with the mutant in place. Functions of the database are put back before the next. */
function restore({ file, original }) {
  if (file) writeFileSync(file, original);
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
