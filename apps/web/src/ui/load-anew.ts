const storageKey = 'florin-loaded-anew';

/**
 * Loads the page anew, as a file that does not come twice may belong to a version of the app that is gone. Only where the
 * server answers, and once for each version: what is missing then is missing for another reason. Answers whether it does.
 */
export async function loadAnew(): Promise<boolean> {
  const version = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? '';
  if (sessionStorage.getItem(storageKey) === version || !(await serverAnswers())) return false;
  sessionStorage.setItem(storageKey, version);
  location.reload();
  return true;
}

const serverAnswers = () =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Of a script, in the words of the browsers' engines, or of a stylesheet, in those of the build. */
export const isOfMissingFile = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(error.message);
