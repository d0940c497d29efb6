/** Runs mutants in a process of their own, and starts another where one does not come back. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./trial.mjs', import.meta.url));

/** How many times as long as without a mutant all tests may take before a mutant counts as one that never ends. */
const patience = 3;

/** So many may be noticed one after the other before it is asked whether anything is. */
const doubtful = 40;

export function openTrials(copy, area, environment) {
  let child;
  let { seconds } = area;
  let noticed = 0;
  /** By the file, in milliseconds: as long as they took without a mutant. */
  let took = [];

  const start = async () => {
    child = fork(script, [copy, JSON.stringify(area), JSON.stringify(took)], {
      cwd: copy,
      env: environment,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const { lost } = await answerOf(child, seconds);
    if (lost) throw new Error('a process for trials did not start');
  };
  const ask = async (message) => {
    if (!child) await start();
    child.send(message);
    const answer = await answerOf(child, seconds);
    if (answer.error) throw new Error(answer.error);
    if (answer.lost) end();
    return answer;
  };
  const end = () => {
    child?.kill('SIGKILL');
    child = undefined;
  };

  return {
    /** Throws where the tests fail without any mutant. */
    async prepare() {
      const begun = performance.now();
      const { failed, lost, ...told } = await ask({});
      took = told.took ?? [];
      seconds = Math.min(seconds, 30 + (patience * (performance.now() - begun)) / 1_000);
      if (failed || lost) throw new Error(`the tests of ${area.id} fail as they are: ${failed ?? 'they never end'}`);
    },
    /**
     * What is noticed has to be the mutant's doing: throws where one is noticed that changes nothing. A mutant that
     * survived has shown the same.
     */
    async assertFair(mutant) {
      if (noticed < doubtful) return;
      noticed = 0;
      const { passed } = await ask({ mutant: { ...mutant, mutated: mutant.original } });
      if (!passed) throw new Error(`the tests of ${area.id} notice a mutant that is none, after ${mutant.at}`);
    },
    /** @returns {Promise<'killed' | 'timeout' | 'survived'>} */
    async tryOne(mutant) {
      const { lost, passed } = await ask({ mutant });
      noticed = passed ? 0 : noticed + 1;
      if (lost) return 'timeout';
      return passed ? 'survived' : 'killed';
    },
    end,
  };
}

/** What it says next; `lost` where it dies or says nothing for so long. */
function answerOf(child, seconds) {
  return new Promise((resolve) => {
    const done = (answer) => {
      clearTimeout(timer);
      child.off('message', done);
      child.off('exit', lost);
      resolve(answer);
    };
    const lost = () => done({ lost: true });
    const timer = setTimeout(lost, seconds * 1_000);
    child.once('message', done);
    child.once('exit', lost);
  });
}
