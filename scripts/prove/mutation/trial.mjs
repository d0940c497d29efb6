/**
 * Tries one mutant at a time for the parent process. A mutant that never ends blocks only this process. Vitest stays
 * loaded between mutants.
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
  bail: 1, // one failed test is enough
  hookTimeout: 60_000,
  maxWorkers: 1,
  pool: 'threads', // threads end with this process, even in an endless loop
  ...(area.needsDatabase ? { globalSetup: path.join(root, 'test/global-setup.ts') } : {}),
});
/** Time limit of a file: above a test's own timeout, and many times the file's usual duration. */
const longestMs = (file) => 60_000 + 5 * (tookMs.get(file) ?? 30_000);

/** The duration of each file's last complete run, including runs of the previous process. */
const tookMs = new Map(JSON.parse(tookJson));
const took = ({ moduleId }) => tookMs.get(moduleId) ?? 0;
/** For each mutated file or function: the test files that detected one of its mutants, latest first. */
const detectedBy = new Map();
const all = await vitest.globTestSpecifications();
process.on('disconnect', () => process.exit());

process.on('message', (mutant) => {
  attempt(mutant).then(
    (answer) => process.send(answer),
    (error) => process.send({ error: String(error?.stack ?? error) }),
  );
});
// Starts the database with a first test file.
if (area.needsDatabase) await failures(all.toSorted((a, b) => took(a) - took(b)).slice(0, 1));
process.send({ ready: readdirSync(root).length > 0, files: all.length });

/** Tries a mutant. Without a mutant, runs all tests on the unchanged code. These tests must pass. */
async function attempt({ mutant }) {
  if (!mutant) return { failed: (await failures(all)).join('; '), took: [...tookMs] };
  try {
    await apply(mutant, mutant.mutated);
    const passed = await passesInTurn(mutant);
    // The end of this process also ends a test that never ends.
    if (passed === undefined) return { lost: true };
    await restore(mutant);
    return { passed };
  } catch (error) {
    if (!mutant.sql || error?.code === undefined) throw error;
    await restore(mutant);
    return { passed: false };
  }
}

async function restore(mutant) {
  await apply(mutant, mutant.original);
  if (area.needsDatabase) await dropClones();
}

/** Drops the databases of the tests, because a thousand mutants would leave tens of thousands of databases. */
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

/**
 * Runs the test files in sequence until a file fails or never ends. Runs files with likely failures first, then fast
 * files.
 */
async function passesInTurn({ name }) {
  const detected = detectedBy.get(name) ?? [name.replace(/\.ts$/, '.test.ts')];
  const rank = ({ moduleId }) => detected.indexOf(path.basename(moduleId)) + 1 || detected.length + 1;
  for (const one of all.toSorted((a, b) => rank(a) - rank(b) || took(a) - took(b))) {
    const passed = await Promise.race([passes([one]), sleep(longestMs(one.moduleId), undefined, { ref: false })]);
    if (passed) continue;
    if (passed === undefined) return undefined;
    const file = path.basename(one.moduleId);
    detectedBy.set(name, [file, ...detected.filter((other) => other !== file)]);
    return false;
  }
  return true;
}

const passes = async (specifications) => (await failures(specifications)).length === 0;

async function failures(specifications) {
  vitest.state.clearErrors();
  const run = await vitest.runTestSpecifications(specifications, false);
  // The result also contains the files of earlier runs.
  const testModules = run.testModules.filter((one) => specifications.some(({ moduleId }) => moduleId === one.moduleId));
  const { unhandledErrors } = run;
  for (const one of testModules) if (one.ok()) tookMs.set(one.moduleId, one.diagnostic().duration);
  process.exitCode = 0; // a failure here is a success
  return [
    ...testModules.filter((one) => !one.ok()).map((one) => said(one.moduleId, one.errors(), one.children)),
    ...unhandledErrors.map((error) => String(error?.message ?? 'an error without a message')),
  ];
}

function said(moduleId, errors, children) {
  const failed = [...children.allTests('failed')].flatMap((one) => [one.fullName, one.result().errors?.[0]?.message]);
  return [path.basename(moduleId), ...errors.map(({ message }) => message), ...failed].join(': ');
}

/** Changes the template database that tests clone. The template must have no connections when it is cloned. */
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
