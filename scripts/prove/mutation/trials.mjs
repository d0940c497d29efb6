/** Runs mutants in a separate process, and starts a new process if the current process does not answer. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./trial.mjs', import.meta.url));

/** A mutant counts as endless after this many times the usual duration of all tests. */
const patience = 3;

/** After this many detected mutants in a row, checks that the unchanged code still passes. */
const detectionsBeforeCheck = 40;

export function openTrials(copy, area, environment) {
  let child;
  let { seconds } = area;
  let detected = 0;
  /** The usual duration of each test file, in milliseconds. */
  let took = [];

  const start = async () => {
    child = fork(script, [copy, JSON.stringify(area), JSON.stringify(took)], {
      cwd: copy,
      env: environment,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const { lost } = await answerOf(child, seconds);
    if (lost) throw new Error('the process for trials did not start');
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
    /** Throws if the tests fail without a mutant. */
    async prepare() {
      const begun = performance.now();
      const { failed, lost, ...rest } = await ask({});
      took = rest.took ?? [];
      seconds = Math.min(seconds, 30 + (patience * (performance.now() - begun)) / 1_000);
      if (failed || lost)
        throw new Error(`the tests of ${area.id} fail without a mutant: ${failed ?? 'they never end'}`);
    },
    /**
     * Throws if the tests detect a mutant that changes nothing, because then the mutants may not be the cause of the
     * detections. A surviving mutant has already shown that the unchanged code passes.
     */
    async assertFair(mutant) {
      if (detected < detectionsBeforeCheck) return;
      detected = 0;
      const { passed } = await ask({ mutant: { ...mutant, mutated: mutant.original } });
      if (!passed) throw new Error(`the tests of ${area.id} fail for the unchanged code, after ${mutant.at}`);
    },
    /** @returns {Promise<'killed' | 'timeout' | 'survived'>} */
    async tryOne(mutant) {
      const { lost, passed } = await ask({ mutant });
      detected = passed ? 0 : detected + 1;
      if (lost) return 'timeout';
      return passed ? 'survived' : 'killed';
    },
    end,
  };
}

/** Returns the child's next answer; `lost` if it exits or does not answer in time. */
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
