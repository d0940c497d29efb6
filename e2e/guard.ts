import { expect, type BrowserContext } from '@playwright/test';

export type Guard = {
  /** From now on nothing that goes wrong in a page of this browser stays unnoticed. */
  readonly watch: (context: BrowserContext) => void;
  /**
   * Says that this test makes the browser log failed loads: of a status such as 409, of a network error such as
   * `net::ERR_FAILED`, or `Unable to preload CSS`. Only those are excused, and each has to happen.
   */
  readonly provoke: (...failures: (number | string)[]) => void;
  /** The same for one that may happen and need not: a call that was under way when its session ended. */
  readonly tolerate: (failure: number | string) => void;
  readonly assertQuiet: () => void;
};

/** No page may break the content security policy, throw, or log an error. */
export function createGuard(): Guard {
  const problems: string[] = [];
  const provoked = new Map<string, { met: boolean }>();

  const note = (problem: string) => {
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
      expect(problems, 'what the pages complained about').toEqual([]);
      const unmet = [...provoked].filter(([, { met }]) => !met).map(([failure]) => failure);
      expect(unmet, 'failures that were announced and did not happen').toEqual([]);
    },
  };
}

const failedLoad =
  /^Failed to load resource: (?:the server responded with a status of (\d{3})|(net::[A-Z_]+))|^Error: (Unable to preload CSS) for /;

// Rules: security-13
/** Runs in the page. A policy that only reports is a violation, too. */
export function reportViolations() {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, sample }) => {
    reportError(new Error(`content security policy: ${violatedDirective} ${blockedURI} ${sourceFile} ${sample}`));
  });
}
