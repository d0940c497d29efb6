import { constants, getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Said } from './thread-pool.ts';

type Heard = { readonly talk: number; readonly question?: unknown; readonly over?: true };

/** At 10 a thread has a tenth of a core that others want, and all of one that nobody else wants. */
const behind = 10;

/**
 * Answers the questions that the server asks this thread, each talk with a function of its own. The thread's priority is
 * lower than that of payments.
 */
export function answerTalks<Ask, Answer>(begin: () => (question: Ask) => Promise<Answer>): void {
  stepBack();
  const talks = new Map<number, (question: Ask) => Promise<Answer>>();
  parentPort?.on('message', ({ talk, question, over }: Heard) => {
    if (over) return void talks.delete(talk);
    const answer = talks.get(talk) ?? begin();
    talks.set(talk, answer);
    answer(question as Ask).then(
      (said) => say({ talk, answer: said }),
      (error: unknown) => say({ talk, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
  setImmediate(() => say({ loaded: true })); // when the modules that this one belongs to are through
}

const say = (said: Said) => parentPort?.postMessage(said);

/** Only Linux gives each thread a priority of its own; elsewhere it would be that of the whole server. */
function stepBack() {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Math.min(getPriority() + behind, constants.priority.PRIORITY_LOW));
  } catch {
    // A sandbox that does not allow it lets the thread share a core evenly.
  }
}
