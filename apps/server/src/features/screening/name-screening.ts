import {
  openScreening,
  readScreeningLists,
  type Screening,
  type ScreeningHit,
  type ScreeningList,
} from '@florin/screening';
import type { Logger } from 'pino';
import { cancellableDelay } from '../../platform/cancellable-delay.ts';
import { gauge } from '../../platform/metrics/registry.ts';
import { fileStateOf } from './file-state.ts';

/** A list in the form that the operations page shows. */
export type LoadedList = Omit<ScreeningList, 'parties'> & { readonly entries: number };

export type NameScreening = {
  /** Returns the listed parties that may have this name. Empty without lists. */
  readonly screen: (name: string, birthDate?: string) => readonly ScreeningHit[];
  readonly lists: () => readonly LoadedList[];
  /**
   * Returns the reason why changed files could not be loaded. The lists from before the change are then still in use.
   */
  readonly problem: () => string | undefined;
  /** Loads the lists again after each change of their files. */
  readonly watch: () => { readonly stop: () => Promise<void> };
};

type Options = {
  /** FLORIN_SCREENING_DIR. Undefined: no lists. */
  readonly folder: string | undefined;
  readonly mode: 'sandbox' | 'live';
  readonly logger: Logger;
  /** The time between two checks of the files' times. */
  readonly everyMs?: number;
};

type Loaded = { readonly screening: Screening; readonly lists: readonly LoadedList[]; readonly fileState: string };

const everyMinute = 60_000;

const entries = gauge('florin_screening_entries', 'Persons and companies on a sanctions list, by list', ['list']);
const failing = gauge('florin_screening_failing', '1 if changed sanctions lists could not be loaded');

/**
 * Loads the sanctions lists into this process.
 *
 * @throws ScreeningListError if the folder is set and its lists cannot be used
 */
export async function openNameScreening({
  folder,
  mode,
  logger,
  everyMs = everyMinute,
}: Options): Promise<NameScreening> {
  let loaded: Loaded | undefined;
  let problem: string | undefined;
  if (folder !== undefined) loaded = await load(folder, logger);
  else if (mode === 'live')
    logger.warn('Florin has no sanctions lists, so it checks no names. Set FLORIN_SCREENING_DIR to their folder.');

  let refusedState: string | undefined;
  const reloadChanged = async (from: string) => {
    const state = await fileStateOf(from).catch(String);
    if (state === loaded?.fileState || state === refusedState) return;
    try {
      loaded = await load(from, logger);
      [problem, refusedState] = [undefined, undefined];
    } catch (error) {
      // The current lists are better than no lists.
      [problem, refusedState] = [error instanceof Error ? error.message : String(error), state];
      logger.error({ err: error }, 'changed sanctions lists cannot be loaded, so the lists before are still in use');
    }
    failing.set(problem === undefined ? 0 : 1);
  };

  return {
    screen: (name, birthDate) => loaded?.screening.check({ name, birthDate }) ?? [],
    lists: () => loaded?.lists ?? [],
    problem: () => problem,
    watch: () => (folder === undefined ? idle : repeat(() => reloadChanged(folder), everyMs)),
  };
}

async function load(folder: string, logger: Logger): Promise<Loaded> {
  const fileState = await fileStateOf(folder).catch(String); // before reading: a later change is loaded again
  const read = await readScreeningLists(folder);
  const screening = await openScreening(read);
  const lists = read.map(({ parties, ...list }) => ({ ...list, entries: parties.length }));
  entries.reset();
  for (const { list, entries: count } of lists) entries.set({ list }, count);
  failing.set(0);
  logger.info({ lists, names: screening.names }, 'sanctions lists were loaded');
  return { screening, lists, fileState };
}

const idle = { stop: async () => undefined };

function repeat(work: () => Promise<void>, everyMs: number) {
  const pause = cancellableDelay();
  let isStopped = false;
  const run = async () => {
    while (!isStopped) {
      await pause.take(everyMs);
      if (!isStopped) await work();
    }
  };
  const running = run();
  return {
    stop: async () => {
      isStopped = true;
      pause.end();
      await running;
    },
  };
}
