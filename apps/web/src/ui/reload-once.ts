const storageKey = 'florin-reloaded';

/**
 * Reloads the page after a file failed to load twice, because the server may have a newer version of the app. Reloads
 * at most once per version, and only if the server answers. Returns whether it reloads.
 */
export async function reloadOnce(): Promise<boolean> {
  const version =
    document.querySelector<HTMLMetaElement>('meta[name="florin-app"]')?.content ??
    document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ??
    '';
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

/** Detects a failed import of a script (messages of the browsers) or of a stylesheet (message of Vite). */
export const isMissingFileError = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(error.message);
