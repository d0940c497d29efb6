import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { recurringJob } from '../../platform/recurring-job.ts';
import { BankFileProblem } from './bank-file-problem.ts';
import { importBankFile, type ImportDependencies } from './import-file.ts';
import { firstDay } from './first-day.ts';
import { FileChanged, readUnchanged } from './read-unchanged.ts';
import { unusedNames } from './put-away-names.ts';
import { problemText, reportText } from './report-text.ts';

export type InboxDependencies = ImportDependencies & {
  readonly logger: Logger;
  /** FLORIN_BANK_DIR */
  readonly bankDir: string;
};

const everySeconds = 3;
/** A file is complete if it has not changed for this time. */
const settledMs = 5_000;
const temporaryName = /^\.|\.(?:part|filepart|tmp|crdownload)$/i;

/** Schedules the job that imports the files in the inbox. One node runs the job at a time. */
export const scheduleInbox = (dependencies: InboxDependencies) =>
  recurringJob(dependencies, 'import-bank-files', everySeconds, (signal) => emptyInbox(dependencies, signal));

/**
 * Imports the files in the inbox, and moves each to `done` or `refused` with a report. A statement that does not follow
 * the last statement is tried again at the end, because a bank's files can come in any order. A file whose import fails
 * for another reason stays in the inbox and does not delay other files.
 */
export async function emptyInbox(dependencies: InboxDependencies, signal?: AbortSignal): Promise<void> {
  const { bankDir } = dependencies;
  for (const folder of ['inbox', 'outbox', 'done', 'refused'])
    await mkdir(path.join(bankDir, folder), { recursive: true });
  const outOfOrder = new Map<string, BankFileProblem>();
  const failures: Error[] = [];
  let waiting = await oldestFirst(path.join(bankDir, 'inbox'));
  for (let tried = Infinity; waiting.length > 0 && waiting.length < tried;) {
    tried = waiting.length;
    outOfOrder.clear();
    for (const name of waiting) {
      if (signal?.aborted) return;
      const problem = await takeFile(dependencies, name).catch((cause: unknown) => {
        failures.push(new Error(`${name}: ${String(cause)}`, { cause }));
      });
      if (problem) outOfOrder.set(name, problem);
    }
    waiting = [...outOfOrder.keys()];
  }
  for (const [name, problem] of outOfOrder) await refuse(dependencies, name, problem);
  if (failures.length > 0) throw new AggregateError(failures, 'bank files were not imported');
}

/** Returns the complete files in the order of their statements. A new account begins with its oldest statement. */
async function oldestFirst(inbox: string): Promise<string[]> {
  const names = await settledFiles(inbox);
  if (names.length < 2) return names;
  const days = new Map<string, string>();
  for (const name of names) days.set(name, await firstDay(path.join(inbox, name)));
  const dayOf = (name: string) => days.get(name) ?? '';
  return names.toSorted((a, b) => (dayOf(a) < dayOf(b) ? -1 : dayOf(a) > dayOf(b) ? 1 : 0));
}

async function settledFiles(inbox: string): Promise<string[]> {
  const names = (await readdir(inbox)).filter((name) => !temporaryName.test(name)).toSorted();
  const stats = await Promise.all(names.map((name) => stat(path.join(inbox, name)).catch(() => undefined)));
  return names.filter((_, i) => {
    const { [i]: file } = stats;
    // Files from another machine may have a time that is in the future here.
    return file?.isFile() && Math.abs(Date.now() - file.mtimeMs) >= settledMs;
  });
}

/** Imports a file and moves it out of the inbox. Returns the problem of a file that the next run tries again. */
async function takeFile(dependencies: InboxDependencies, name: string): Promise<BankFileProblem | undefined> {
  const { logger, bankDir } = dependencies;
  const file = path.join(bankDir, 'inbox', name);
  try {
    const report = await importBankFile(dependencies, { name, open: () => readUnchanged(file) });
    await putAway(bankDir, name, 'done', reportText(report));
    logger.info({ file: name, sha256: report.sha256 }, 'a bank file was imported');
  } catch (error) {
    // The next run reads the file again, or another node has taken the file.
    if (error instanceof FileChanged || codeOf(error) === 'ENOENT') return undefined;
    const problem = codeOf(error) === 'EACCES' ? unreadable() : error;
    if (!(problem instanceof BankFileProblem)) throw error;
    if (problem.isOutOfOrder) return problem;
    await refuse({ logger, bankDir }, name, problem);
  }
  return undefined;
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

/** A file that another user has put into the inbox. */
const unreadable = () =>
  new BankFileProblem(
    'The user that Florin runs as may not read this file. Change its owner, and move it back to inbox.',
  );

async function refuse(
  { logger, bankDir }: Pick<InboxDependencies, 'logger' | 'bankDir'>,
  name: string,
  problem: BankFileProblem,
): Promise<void> {
  await putAway(bankDir, name, 'refused', problemText(name, problem));
  logger.warn({ file: name, problem: problem.message }, 'a bank file was refused');
}

/** Moves a file out of the inbox to an unused name, and writes its report next to it, unless another node has done so. */
async function putAway(bankDir: string, name: string, folder: 'done' | 'refused', report: string): Promise<void> {
  const free = await unusedNames(path.join(bankDir, folder), name);
  try {
    await rename(path.join(bankDir, 'inbox', name), path.join(bankDir, folder, free.file));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  await writeFile(path.join(bankDir, folder, free.report), report);
}
