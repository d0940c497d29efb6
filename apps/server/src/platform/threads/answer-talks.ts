import { constants, getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Said } from './thread-pool.ts';

type Received = { readonly talk: number; readonly question?: unknown; readonly over?: true };

/** With niceness 10, a thread gets about a tenth of a busy core, or all of an idle core. */
const niceness = 10;

/**
 * Answers the questions that the main thread sends to this thread. Each conversation has its own function. The thread has
 * a lower priority than the main thread, which processes payments.
 */
export function answerTalks<Ask, Answer>(begin: () => (question: Ask) => Promise<Answer>): void {
  lowerPriority();
  const talks = new Map<number, (question: Ask) => Promise<Answer>>();
  parentPort?.on('message', ({ talk, question, over }: Received) => {
    if (over) return void talks.delete(talk);
    const answer = talks.get(talk) ?? begin();
    talks.set(talk, answer);
    answer(question as Ask).then(
      (said) => send({ talk, answer: said }),
      (error: unknown) =>
        send({ talk, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
  setImmediate(() => send({ loaded: true })); // after all modules have loaded
}

const send = (said: Said) => parentPort?.postMessage(said);

/** Lowers the priority, but only on Linux. On other systems the priority applies to the whole process. */
function lowerPriority() {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Math.min(getPriority() + niceness, constants.priority.PRIORITY_LOW));
  } catch {
    // If the system does not allow it, the thread keeps normal priority.
  }
}
