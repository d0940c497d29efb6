/** What one build of the app consists of. */
export type Kept = {
  /** Another one with any change to any of it. */
  readonly version: string;
  /** The script that the app's page begins with: a page that names another one is of another build. */
  readonly entry: string;
  /** Everything that the page may ask for. */
  readonly files: readonly string[];
};

/** Written in by the build (build/service-worker.ts). */
declare const __KEPT__: Kept;
export const kept = __KEPT__;

/** Only what one build consists of is in one cache. */
export const cacheName = `florin-${kept.version}`;
/** Any address of the app answers with the same page. */
export const shellPath = '/dashboard';
export const offlinePagePath = '/offline.html';
