/** Describes one build of the app. */
export type BuildManifest = {
  /** Changes with any change of the files. */
  readonly version: string;
  /** The app's start script. A page with another start script belongs to another build. */
  readonly entry: string;
  /** Every file that the app may load. */
  readonly files: readonly string[];
};

/** Inserted by the build (build/service-worker.ts). */
declare const __BUILD_MANIFEST__: BuildManifest;
export const manifest = __BUILD_MANIFEST__;

/** Each build has its own cache. */
export const cacheName = `florin-${manifest.version}`;
/** Every path of the app returns the same page. */
export const shellPath = '/dashboard';
export const offlinePagePath = '/offline.html';
