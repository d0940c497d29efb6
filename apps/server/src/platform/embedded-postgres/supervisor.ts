import { setTimeout as sleep } from 'node:timers/promises';
import { type Engine, stopPostmaster } from './postmaster.ts';

const ATTEMPTS = 12;
const ROOM_CHECK_MS = 1_000;

/** Starts the engine again when it dies; `lost` resolves when that does not help. */
export function supervise(
  first: Engine,
  launch: () => Promise<Engine>,
  log: (line: string) => void,
  isFull: () => Promise<boolean> = async () => false,
): { lost: Promise<Error>; stop(): Promise<void> } {
  let engine = first;
  let stopping = false;
  const lost = Promise.withResolvers<Error>();

  async function watch(): Promise<void> {
    while (!stopping) {
      const reason = await engine.exited;
      if (stopping) return;
      log(`PostgreSQL died (${reason}); starting it again`);
      const next = await relaunch(reason);
      if (next instanceof Error) return lost.resolve(next);
      engine = next;
      if (!stopping) log(`PostgreSQL is back (process ${engine.pid})`);
    }
  }

  /**
   * Backends of a killed postmaster need a moment to notice; until they have, a new one refuses to start. On a full disk
   * it cannot start either, and that only somebody else can mend: no attempt is lost by waiting for it.
   */
  async function relaunch(reason: string): Promise<Engine | Error> {
    let failure = new Error(`PostgreSQL died (${reason})`);
    for (let attempt = 1; attempt <= ATTEMPTS && !stopping; attempt += 1) {
      try {
        return await launch();
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error));
      }
      while (!stopping && (await isFull())) await sleep(ROOM_CHECK_MS);
      await sleep(100 * attempt);
    }
    return failure;
  }

  const watching = watch();
  return {
    lost: lost.promise,
    async stop() {
      stopping = true;
      await stopPostmaster(engine);
      await watching;
      // It may have come back while we were stopping it.
      await stopPostmaster(engine);
    },
  };
}
