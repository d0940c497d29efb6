import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './child.ts';
import type { LoadJob, LoadResult } from './load.ts';

const load = fileURLToPath(new URL('load.ts', import.meta.url));

/** Loads a server from a process of its own, for as long as the job says. */
export async function measure(job: LoadJob): Promise<LoadResult> {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'florin-load-')), 'job.json');
  writeFileSync(file, JSON.stringify(job));
  const lines = await run(process.execPath, [load, file]);
  return JSON.parse(lines.at(-1) ?? '') as LoadResult;
}
