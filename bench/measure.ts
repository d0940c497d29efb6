import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AlternatingJob, AlternatingResult } from './alternating-load.ts';
import { run } from './child.ts';
import type { LoadJob, LoadResult } from './load.ts';
import type { OpenJob, OpenResult } from './open-load.ts';

/** Loads a server in a closed loop from a separate process. The process stays on `core`, if given. */
export const measure = (job: LoadJob, core?: number) => inOwnProcess<LoadResult>('load.ts', job, core);

/** Loads a server in an open loop from a separate process. */
export const measureOpen = (job: OpenJob) => inOwnProcess<OpenResult>('open-load.ts', job);

/** Runs one client against two servers in turn, a quarter of a second each. */
export const measureAlternating = (job: AlternatingJob) => inOwnProcess<AlternatingResult>('alternating-load.ts', job);

async function inOwnProcess<Result>(
  script: string,
  job: LoadJob | OpenJob | AlternatingJob,
  core?: number,
): Promise<Result> {
  const folder = mkdtempSync(path.join(tmpdir(), 'florin-load-'));
  const file = path.join(folder, 'job.json');
  writeFileSync(file, JSON.stringify(job));
  try {
    const command = [process.execPath, fileURLToPath(new URL(script, import.meta.url)), file];
    const [program = '', ...args] = core === undefined ? command : ['taskset', '-c', String(core), ...command];
    const lines = await run(program, args);
    return JSON.parse(lines.at(-1) ?? '') as Result;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
