import { expect, type BrowserContext } from '@playwright/test';

export type Guard = {
  /** Starts to record every error in the pages of this browser. */
  readonly watch: (context: BrowserContext) => void;
  /**
   * Announces failed loads that the test causes: a status such as 409, a network error such as `net::ERR_FAILED`, or
   * `Unable to preload CSS`. Only these failures are excused, and each must occur.
   */
  readonly provoke: (...failures: (number | string)[]) => void;
  /** Excuses a failure that may occur, for example a call in flight when its session ended. */
  readonly tolerate: (failure: number | string) => void;
  readonly assertQuiet: () => void;
};

/** Creates a guard that fails a test if a page violates the content security policy, throws, or logs an error. */
export function createGuard(): Guard {
  const problems: string[] = [];
  const provoked = new Map<string, { met: boolean }>();

  const note = (problem: string) => {
    if (isEarlyProof.test(problem)) return;
    const failure = failedLoad.exec(problem);
    const excuse = provoked.get(failure?.[1] ?? failure?.[2] ?? failure?.[3] ?? '');
    if (excuse) excuse.met = true;
    else problems.push(problem);
  };
  return {
    watch: (context) => {
      context.on('weberror', (error) => note(`uncaught: ${error.error().stack}`));
      context.on('console', (message) => {
        if (message.type() === 'error') note(`${message.text()} (${message.location().url})`);
      });
    },
    provoke: (...failures) => {
      for (const failure of failures) provoked.set(String(failure), { met: false });
    },
    tolerate: (failure) => {
      provoked.set(String(failure), { met: true });
    },
    assertQuiet: () => {
      expect(problems, 'errors in the pages').toEqual([]);
      const unmet = [...provoked].filter(([, { met }]) => !met).map(([failure]) => failure);
      expect(unmet, 'announced failures that did not occur').toEqual([]);
    },
  };
}

const failedLoad =
  /^Failed to load resource: (?:the server responded with a status of (\d{3})|(net::[A-Z_]+))|^Error: (Unable to preload CSS) for /;

/**
 * A product that has just started has no sums yet. The app requests its proof automatically, and again after a minute.
 */
const isEarlyProof = /status of 409 .*\/api\/proof(?:\?|\))/;

// Rules: security-13
/** Runs in the page. A violation of a report-only policy also counts. */
export function reportViolations() {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, sample }) => {
    reportError(new Error(`content security policy: ${violatedDirective} ${blockedURI} ${sourceFile} ${sample}`));
  });
}
