import { Worker } from 'node:worker_threads';

type Options = {
  /** The module that each thread runs. It calls `answer-talks.ts`. */
  readonly file: URL;
  readonly maxThreads: number;
  /** A thread that gives no answer for this time is terminated with all its conversations. */
  readonly maxStepMs: number;
  /** The heap limit of a thread. A thread that needs more memory ends. */
  readonly maxHeapMb: number;
  /** An idle thread ends after this time and frees its memory. */
  readonly idleMs?: number;
};

/** The thread ended or stopped responding during a conversation. Retrying in another thread may succeed. */
export class ThreadLost extends Error {
  override readonly name = 'ThreadLost';
}

/** A conversation with one thread. Each question waits for the previous answer. */
export type Talk<Ask, Answer> = {
  /** Throws `ThreadLost`, or an error with the message of the thread's error. */
  readonly ask: (question: Ask) => Promise<Answer>;
  /** Must be called at the end, so that the thread frees the conversation's state. */
  readonly end: () => void;
};

export type ThreadPool<Ask, Answer> = { readonly begin: () => Talk<Ask, Answer>; readonly close: () => Promise<void> };

/** A message of a thread. The first one reports that its modules have loaded. */
export type Said =
  | { readonly loaded: true }
  | ({ readonly talk: number } & ({ readonly answer: unknown } | { readonly error: string }));

const defaultIdleMs = 60_000;

/**
 * Opens a pool of threads for work that would block the event loop. Conversations share a thread and alternate after
 * each question, so that a long conversation delays a short one by at most one step. Threads start on demand, and a new
 * one replaces a thread that ended.
 */
export function openThreadPool<Ask, Answer>({ idleMs = defaultIdleMs, ...options }: Options): ThreadPool<Ask, Answer> {
  const threads = new Set<Thread>();
  let closed = false;

  const leastBusy = () => {
    const idle = [...threads].toSorted((a, b) => a.talks - b.talks)[0];
    if (idle && (idle.talks === 0 || threads.size >= options.maxThreads)) return idle;
    const thread = openThread({ ...options, idleMs }, () => threads.delete(thread));
    threads.add(thread);
    return thread;
  };

  return {
    begin() {
      if (closed) throw new ThreadLost('the thread pool is closed');
      return leastBusy().begin() as Talk<Ask, Answer>;
    },
    async close() {
      closed = true;
      await Promise.all([...threads].map((thread) => thread.close()));
    },
  };
}

type Thread = ReturnType<typeof openThread>;
type Waiting = { readonly resolve: (answer: unknown) => void; readonly reject: (error: Error) => void };

function openThread({ file, maxStepMs, maxHeapMb, idleMs }: Options & { idleMs: number }, onEnd: () => void) {
  const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } });
  worker.unref();
  const loaded = Promise.withResolvers<void>();
  setTimeout(loaded.resolve, maxStepMs).unref(); // allows termination of a thread that never loads
  const waiting = new Map<number, Waiting>();
  let [talks, nextTalk, ended] = [0, 0, false];
  let timeout: NodeJS.Timeout | undefined;
  let idle: NodeJS.Timeout | undefined;

  /** Waits until the modules have loaded: terminating a thread during a top-level await crashes the whole process (V8). */
  const terminate = async () => {
    worker.ref(); // keeps the process alive until the thread has ended
    await loaded.promise;
    await worker.terminate();
  };
  const endWith = (error: Error) => {
    if (ended) return;
    ended = true;
    clearTimeout(timeout);
    clearTimeout(idle);
    onEnd();
    void terminate();
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  /** Restarts the timeout at every answer, because the thread works on one question at a time. */
  const watch = () => {
    clearTimeout(timeout);
    if (waiting.size > 0)
      timeout = setTimeout(() => endWith(new ThreadLost(`no answer within ${maxStepMs} ms`)), maxStepMs);
  };

  worker.on('message', (said: Said) => {
    if ('loaded' in said) return loaded.resolve();
    const pending = waiting.get(said.talk);
    waiting.delete(said.talk);
    watch();
    if ('error' in said) pending?.reject(new Error(said.error));
    else pending?.resolve(said.answer);
  });
  worker.on('error', (error: unknown) => endWith(new ThreadLost(`the thread failed: ${String(error)}`)));
  worker.on('exit', () => {
    loaded.resolve();
    endWith(new ThreadLost('the thread ended'));
  });

  return {
    get talks() {
      return talks;
    },
    begin(): Talk<unknown, unknown> {
      const talk = nextTalk++;
      talks += 1;
      clearTimeout(idle);
      return {
        ask: (question) =>
          new Promise((resolve, reject) => {
            if (ended) return reject(new ThreadLost('the thread ended'));
            const isFirst = waiting.size === 0;
            waiting.set(talk, { resolve, reject });
            worker.postMessage({ talk, question });
            if (isFirst) watch();
          }),
        end: once(() => {
          talks -= 1;
          waiting.delete(talk);
          if (ended) return;
          worker.postMessage({ talk, over: true });
          if (talks === 0) idle = setTimeout(() => endWith(new ThreadLost('the thread was idle')), idleMs).unref();
        }),
      };
    },
    close: async () => {
      endWith(new ThreadLost('the server is stopping'));
      await terminate();
    },
  };
}

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (!done) action();
    done = true;
  };
}
