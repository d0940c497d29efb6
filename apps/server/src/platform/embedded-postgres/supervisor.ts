import { setTimeout as sleep } from 'node:timers/promises';
import { type Engine, stopPostmaster } from './postmaster.ts';

const ATTEMPTS = 12;
const ROOM_CHECK_MS = 1_000;

/** Restarts the engine when it stops. `lost` resolves when all attempts have failed. */
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
      log(`PostgreSQL stopped unexpectedly (${reason}). Restarting it.`);
      const next = await relaunch(reason);
      if (next instanceof Error) return lost.resolve(next);
      engine = next;
      if (!stopping) log(`PostgreSQL is running again (process ${engine.pid}).`);
    }
  }

  /**
   * Starts the engine, with up to 12 attempts: while backends of a killed postmaster still run, a new one refuses to start.
   * While the disk is full, it waits and uses up no attempt.
   */
  async function relaunch(reason: string): Promise<Engine | Error> {
    let failure = new Error(`PostgreSQL stopped unexpectedly (${reason}).`);
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
      // The engine may have restarted during the stop.
      await stopPostmaster(engine);
    },
  };
}
