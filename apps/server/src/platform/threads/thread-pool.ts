import { Worker } from 'node:worker_threads';

type Options = {
  /** What runs in each thread: see `answer-talks.ts`. */
  readonly file: URL;
  readonly maxThreads: number;
  /** A thread that answers nothing for so long is ended, with every talk in it. */
  readonly maxStepMs: number;
  /** Of JavaScript objects in one thread; a thread that needs more ends. */
  readonly maxHeapMb: number;
  /** A thread that nobody talks to ends after this time and gives its memory back. */
  readonly idleMs?: number;
};

/** A thread ended or stood still in the middle of a talk. The same talk may succeed in another thread. */
export class ThreadLost extends Error {
  override readonly name = 'ThreadLost';
}

/** A row of questions to one thread, each answered before the next is asked. */
export type Talk<Ask, Answer> = {
  /** Throws `ThreadLost`, or an error with the message of what failed in the thread. */
  readonly ask: (question: Ask) => Promise<Answer>;
  /** Always called at the end, so that the thread forgets the talk. */
  readonly end: () => void;
};

export type ThreadPool<Ask, Answer> = { readonly begin: () => Talk<Ask, Answer>; readonly close: () => Promise<void> };

/** What a thread says: first, and once, that its modules are loaded. */
export type Said =
  | { readonly loaded: true }
  | ({ readonly talk: number } & ({ readonly answer: unknown } | { readonly error: string }));

const defaultIdleMs = 60_000;

/**
 * A few threads for work that would keep the event loop from everybody else. Several talks share a thread, question by
 * question, so that a long one delays a short one by one step at most. Threads are started when they are needed; a new
 * one takes the place of one that ended.
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
      if (closed) throw new ThreadLost('the threads are closed');
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
  setTimeout(loaded.resolve, maxStepMs).unref(); // or one that never loads could not be ended
  const waiting = new Map<number, Waiting>();
  let [talks, numbered, ended] = [0, 0, false];
  let patience: NodeJS.Timeout | undefined;
  let idle: NodeJS.Timeout | undefined;

  /** V8 ends the whole process where a thread is ended while a module of it that awaits something finishes loading. */
  const terminate = async () => {
    worker.ref(); // or a server that has nothing else to do would end here
    await loaded.promise;
    await worker.terminate();
  };
  const endWith = (error: Error) => {
    if (ended) return;
    ended = true;
    clearTimeout(patience);
    clearTimeout(idle);
    onEnd();
    void terminate();
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  /** Counts from the last answer on: the thread works at one question at a time. */
  const watch = () => {
    clearTimeout(patience);
    if (waiting.size > 0)
      patience = setTimeout(() => endWith(new ThreadLost(`no answer within ${maxStepMs} ms`)), maxStepMs);
  };

  worker.on('message', (said: Said) => {
    if ('loaded' in said) return loaded.resolve();
    const asked = waiting.get(said.talk);
    waiting.delete(said.talk);
    watch();
    if ('error' in said) asked?.reject(new Error(said.error));
    else asked?.resolve(said.answer);
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
      const talk = numbered++;
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

function once(act: () => void): () => void {
  let done = false;
  return () => {
    if (!done) act();
    done = true;
  };
}
