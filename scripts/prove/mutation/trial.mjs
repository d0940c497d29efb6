/**
 * Tries mutants, one at a time, as it is told by the process that started it: a mutant that never ends takes only this
 * process with it. Vitest stays loaded in between.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createVitest } from 'vitest/node';

const [copy, areaJson, tookJson] = process.argv.slice(2);
const area = JSON.parse(areaJson);
const root = path.join(copy, area.root);
const poolFile = pathToFileURL(path.join(copy, 'apps/server/src/platform/database/pool.ts')).href;
const { openPool } = await import(poolFile);
const vitest = await createVitest('test', {
  root,
  config: false,
  watch: false,
  reporters: [{}],
  include: [`${area.folder}/*.test.ts`],
  testTimeout: 30_000,
  bail: 1, // one test that fails is enough
  hookTimeout: 60_000,
  maxWorkers: 1,
  pool: 'threads', // they end with this process, also in an endless loop
  ...(area.needsDatabase ? { globalSetup: path.join(root, 'test/global-setup.ts') } : {}),
});
/** A file that takes longer never ends: more than a test may take, and many times what the file takes otherwise. */
const longestMs = (file) => 60_000 + 5 * (tookMs.get(file) ?? 30_000);

/** How long each file took when it was last run to its end, also by the process before this one. */
const tookMs = new Map(JSON.parse(tookJson));
const took = ({ moduleId }) => tookMs.get(moduleId) ?? 0;
/** Of each file or function that is mutated: the tests that noticed one of its mutants, the last first. */
const noticedBy = new Map();
const all = await vitest.globTestSpecifications();
process.on('disconnect', () => process.exit());

process.on('message', (mutant) => {
  attempt(mutant).then(
    (answer) => process.send(answer),
    (error) => process.send({ error: String(error?.stack ?? error) }),
  );
});
// The database is there from the first run on.
if (area.needsDatabase) await failures(all.toSorted((a, b) => took(a) - took(b)).slice(0, 1));
process.send({ ready: readdirSync(root).length > 0, files: all.length });

/** Without a mutant, all tests as they are: they have to pass, or nothing that fails later means anything. */
async function attempt({ mutant }) {
  if (!mutant) return { failed: (await failures(all)).join('; '), took: [...tookMs] };
  try {
    await apply(mutant, mutant.mutated);
    const passed = await passesInTurn(mutant);
    // What never ends goes with this process.
    if (passed === undefined) return { lost: true };
    await takeBack(mutant);
    return { passed };
  } catch (error) {
    if (!mutant.sql || error?.code === undefined) throw error;
    await takeBack(mutant);
    return { passed: false };
  }
}

async function takeBack(mutant) {
  await apply(mutant, mutant.original);
  if (area.needsDatabase) await dropClones();
}

/** A thousand mutants would leave tens of thousands of databases behind. */
async function dropClones() {
  const { address, template } = providedDatabase();
  await asOwner(address.connectionString, async (owner) => {
    const { rows } = await owner.query('select datname as name from pg_database where starts_with(datname, $1)', [
      `${template}_`,
    ]);
    for (const { name } of rows) await owner.query(`drop database "${name}" with (force)`);
  });
}

async function apply(mutant, source) {
  if (mutant.sql) return onTemplate(source);
  const file = path.join(copy, mutant.file);
  writeFileSync(file, source);
  vitest.invalidateFile(file);
}

/** One file of tests after the other, until one fails or never ends: the likeliest first, then the quickest. */
async function passesInTurn({ name }) {
  const noticed = noticedBy.get(name) ?? [name.replace(/\.ts$/, '.test.ts')];
  const rank = ({ moduleId }) => noticed.indexOf(path.basename(moduleId)) + 1 || noticed.length + 1;
  for (const one of all.toSorted((a, b) => rank(a) - rank(b) || took(a) - took(b))) {
    const passed = await Promise.race([passes([one]), sleep(longestMs(one.moduleId), undefined, { ref: false })]);
    if (passed) continue;
    if (passed === undefined) return undefined;
    const file = path.basename(one.moduleId);
    noticedBy.set(name, [file, ...noticed.filter((other) => other !== file)]);
    return false;
  }
  return true;
}

const passes = async (specifications) => (await failures(specifications)).length === 0;

async function failures(specifications) {
  vitest.state.clearErrors();
  const run = await vitest.runTestSpecifications(specifications, false);
  // It also answers for what was run before, as that went then.
  const testModules = run.testModules.filter((one) => specifications.some(({ moduleId }) => moduleId === one.moduleId));
  const { unhandledErrors } = run;
  for (const one of testModules) if (one.ok()) tookMs.set(one.moduleId, one.diagnostic().duration);
  process.exitCode = 0; // what fails here is what is hoped for
  return [
    ...testModules.filter((one) => !one.ok()).map((one) => said(one.moduleId, one.errors(), one.children)),
    ...unhandledErrors.map((error) => String(error?.message ?? 'an error without words')),
  ];
}

function said(moduleId, errors, children) {
  const failed = [...children.allTests('failed')].flatMap((one) => [one.fullName, one.result().errors?.[0]?.message]);
  return [path.basename(moduleId), ...errors.map(({ message }) => message), ...failed].join(': ');
}

/** The database that each test gets a clone of. Nobody may be connected to it when it is cloned. */
async function onTemplate(definition) {
  const { address, template } = providedDatabase();
  const url = new URL(address.connectionString);
  url.pathname = `/${template}`;
  await asOwner(url.toString(), (owner) => owner.query(definition));
}

const providedDatabase = () => vitest.projects[0].getProvidedContext().postgres;

async function asOwner(connectionString, work) {
  const owner = openPool({ connectionString }, { role: null, size: 1 });
  try {
    await work(owner);
  } finally {
    await owner.end();
  }
}
