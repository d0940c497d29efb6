/**
 * `npm run florin -- prove` runs every proof in its long form and prints a table of figures. Exits with code 1 when a proof
 * fails or reports no figures, and with code 2 for invalid arguments.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findPinnedNode, pinnedEnvironment } from './launch/pinned-node.mjs';
import { endGroup, IN_A_GROUP } from './launch/process-group.mjs';
import { ROOT } from './launch/root.mjs';
import { giveUp } from './launch/say.mjs';
import { listenForStop, whenAskedToStop } from './launch/stop-request.mjs';
import { toolScript } from './launch/tools.mjs';
import { figuresIn, tableOf, writeReport } from './prove/figures.mjs';
import { PROOFS } from './prove/proofs.mjs';

const usage = `Usage: npm run florin -- prove [ids...] [--short] [--write]
       npm run florin -- prove shards [--minutes 10] [--sends 100000] [--down 60]

  --short   run the form of the gate
  --write   update the lines in docs/explain/reliability.md, with the commit
  --down    seconds for which one of the ledgers is down

${PROOFS.map(({ id, claim }) => `  ${id.padEnd(8)}${claim}`).join('\n')}`;

listenForStop();
const args = process.argv.slice(2);
if (args.includes('--help') || args.includes('-h')) {
  console.log(usage);
  process.exit(0);
}
const { wanted, isShort, isKept, settings } = read(args);

const node = findPinnedNode();
const folder = mkdtempSync(path.join(tmpdir(), 'florin-prove-'));
const results = [];
const thisRun = isKept ? runOf() : undefined; // before the first line is kept, which changes a file
let isStopped = false;
for (const proof of PROOFS.filter(({ id }) => wanted.length === 0 || wanted.includes(id))) {
  const result = await prove(proof);
  if (isStopped) break; // the rest of a cut output counts as missing
  results.push(result);
  if (isKept) writeReport(result, thisRun);
}
rmSync(folder, { recursive: true, force: true });

console.log(`\n${tableOf(results)}\n`);
const failed = results.filter(({ problem }) => problem !== undefined);
console.log(`${results.length - failed.length} hold, ${failed.length} do not`);
process.exitCode = failed.length > 0 || isStopped ? 1 : 0;

/** Reads the arguments. An option that sets a number needs exactly one proof, which must have this option. */
function read(args) {
  const numbers = Object.assign({}, ...PROOFS.map((proof) => proof.settings));
  const options = Object.fromEntries(Object.keys(numbers).map((name) => [name, { type: 'string' }]));
  const flags = { short: { type: 'boolean', default: false }, write: { type: 'boolean', default: false } };
  try {
    const { values, positionals } = parseArgs({ args, options: { ...options, ...flags }, allowPositionals: true });
    const unknown = positionals.filter((id) => !PROOFS.some((proof) => proof.id === id));
    if (unknown.length > 0) throw new Error(`Unknown proof: ${unknown.join(', ')}.`);
    const given = Object.keys(numbers).filter((name) => values[name] !== undefined);
    for (const name of given) {
      const proof = PROOFS.find(({ id }) => positionals.length === 1 && id === positionals[0]);
      if (!proof?.settings?.[name]) throw new Error(`--${name} needs the name of the proof that has it.`);
      if (!(Number(values[name]) > 0))
        throw new Error(`--${name} needs a number above 0, not ${String(values[name])}.`);
    }
    const settings = Object.fromEntries(given.map((name) => [numbers[name], values[name]]));
    return { wanted: positionals, isShort: values.short, isKept: values.write, settings };
  } catch (error) {
    giveUp(`${error.message}\n${usage}`, 2);
  }
}

/** Runs the files of one proof. */
async function prove(proof) {
  console.log(`\n── ${proof.id}: ${proof.claim}`);
  const kept = path.join(folder, `${proof.id}.jsonl`);
  const began = Date.now();
  const code = await run(proof, { ...(isShort ? proof.short : proof.long), ...settings, FLORIN_FIGURES: kept });
  const figures = figuresIn(kept);
  const silent = figures.length === 0 ? 'passed without reporting a figure' : undefined;
  return {
    ...proof,
    figures,
    seconds: (Date.now() - began) / 1_000,
    problem: code === 0 ? silent : `exit code ${code}`,
  };
}

function run({ files, tool = ['vitest', 'vitest'], args = ['run'], script }, environment) {
  const what = script ? [path.join(ROOT, script)] : [toolScript(...tool, ROOT), ...args, ...files];
  const env = { ...pinnedEnvironment(node), ...environment };
  const child = spawn(node, what, { cwd: ROOT, env, ...IN_A_GROUP });
  let ending;
  whenAskedToStop(() => {
    isStopped = true;
    ending ??= endGroup(child);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => void Promise.resolve(ending).then(() => resolve(code ?? signal)));
  });
}

/** Returns the day and the commit of the run, for the table. Marks a short run, and files that differ from the commit. */
function runOf() {
  const git = (...words) => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim();
  const commit = git('rev-parse', '--short=12', 'HEAD');
  const isChanged = git('status', '--porcelain', '--', '.', ':!docs/explain/reliability.md') !== '';
  const marks = [...(isChanged ? ['with changes'] : []), ...(isShort ? ['short form'] : [])];
  return [new Date().toISOString().slice(0, 10), commit, ...marks].join(' ');
}
