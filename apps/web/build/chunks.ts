import path from 'node:path';
import type { Rolldown } from 'vite';

type Graph = Rolldown.ChunkingContext;

/** Groups npm packages, together with our thin wrappers around them. */
const library = (name: string, packages: RegExp, ours?: RegExp): Rolldown.CodeSplittingGroup => ({
  name,
  test: new RegExp(`/node_modules/(?:${packages.source})/${ours ? `|/src/(?:${ours.source})` : ''}`),
  includeDependenciesRecursively: false,
  priority: 9,
});

const laterGroup = (name: string, test: RegExp): Rolldown.CodeSplittingGroup => ({
  name,
  test,
  minShareCount: 2,
  includeDependenciesRecursively: false,
  priority: 2,
});

/**
 * Defines the chunks of the built app. Each screen loads a few chunks instead of one per shared module, because a
 * request costs more than some unused lines. No screen waits for a library that only a pressed button or another screen
 * needs.
 */
export const chunks: Rolldown.CodeSplittingGroup[] = [
  library('react', /react|react-dom|scheduler/),
  library('schemas', /zod/),
  library(
    'menus',
    /@floating-ui\/[\w-]+|@radix-ui\/react-(?:popper|popover|menu|dropdown-menu|roving-focus|collection|arrow|use-rect|use-size)/,
    /ui\/menu\.tsx|wallet-ui\/member-menu\.tsx/,
  ),
  library(
    'dialogs',
    /@radix-ui\/[\w-]+|react-remove-scroll(?:-bar)?|react-style-singleton|aria-hidden|use-sidecar|use-callback-ref|tslib/,
    /ui\/(?:dialog|drawer|full-sheet)\.tsx|ui\/use-return-focus\.ts/,
  ),
  library(
    'routing',
    /@tanstack\/(?:react-router|router-core|react-store|store|history|react-query|query-core)|use-sync-external-store/,
  ),
  { name: groupOf, debugName: 'ours', includeDependenciesRecursively: false, priority: 5 },
  // Modules that several later screens share.
  laterGroup('paying', /wallet-ui\/(?:send-money|payment-request)\//),
  laterGroup('trading', /wallet-ui\/(?:(?:chart|held-price)\/|price-|favorite-|trading-)/),
  // The check of the proof and its line on the dashboard are in one file, which loads after the first screen.
  {
    name: 'proof',
    test: /\/src\/api\/proof\/|dashboard\/verified-line\.tsx|wallet-ui\/(?:age-words|use-now)\.ts|icons\/shield-check\.\w+$|virtual:florin-endpoint\/getProof$/,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  // This group includes the endpoints, because modules of `api` use them. In another chunk, endpoints can cause a
  // circular import between the two chunks.
  laterGroup('pieces', /lucide-react|\/src\/(?:ui|api)\/|wallet-ui\/[^/]+$|virtual:florin-endpoint\//),
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 4_000, priority: 1 },
];

const at = (module: string) => path.resolve(import.meta.dirname, '../src', module);
const start = { landing: at('landing.ts'), entry: at('entry.tsx'), app: at('main.tsx') };
const startModules: Ids = new Set(Object.values(start));
const toastList = at('ui/toast-list.tsx');
const firstScreen = at('features/dashboard/dashboard-page.tsx');

type Reach = {
  readonly landing: Ids;
  readonly entry: Ids;
  readonly app: Ids;
  readonly first: Ids;
  readonly others: Ids;
};
type Ids = ReadonlySet<string>;

let cached: { graph: Graph; reach: Reach } | undefined;

/**
 * Returns the group of one of our modules:
 * - `ground`: shared by all documents
 * - `base`: shared by the entry pages and the app's first screen
 * - `signing`: shared by the entry pages and later screens
 * - `shell`: imported by the app's start module
 * - `screens`: shared by the first screen and other screens
 *
 * Null leaves the module to the other groups.
 */
function groupOf(id: string, graph: Graph): string | null {
  if (cached?.graph !== graph) cached = { graph, reach: reachIn(graph) };
  const { landing, entry, app, first, others } = cached.reach;
  if (id.includes('vite/preload-helper')) return 'ground'; // used by every dynamic import
  // The styles of shared components come before each screen's styles, and need no separate request.
  if (/\/src\/(ui|wallet-ui)\/[^/]+\.module\.css/.test(id)) return 'ground';
  // Few screens use wire.ts, so the chunks of these screens contain wire.ts.
  if (startModules.has(id) || id.endsWith('/contract/src/wire.ts')) return null;
  const isInApp = app.has(id) || first.has(id) || others.has(id);
  if (landing.has(id)) return entry.has(id) || isInApp ? 'ground' : null;
  if (entry.has(id) && (app.has(id) || first.has(id))) return 'base';
  if (entry.has(id)) return isInApp ? 'signing' : null;
  if (app.has(id)) return 'shell';
  return first.has(id) && others.has(id) ? 'screens' : null;
}

function reachIn(graph: Graph): Reach {
  const [landing, entry, app, first] = [start.landing, start.entry, start.app, firstScreen].map((id) =>
    reachOf(id, graph),
  );
  if (!landing || !entry || !app || !first) throw new Error('expected four start modules');
  const others = new Set<string>();
  for (const id of screensOf(graph))
    if (id !== firstScreen && id !== toastList) for (const each of reachOf(id, graph)) others.add(each);
  reachOf(toastList, graph, entry); // the entry pages may load it without the app
  return { landing, entry, app, first, others };
}

/** Returns a module and its static imports, recursively. Leaves out dynamic imports. */
function reachOf(id: string, graph: Graph, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const each of graph.getModuleInfo(id)?.importedIds ?? []) reachOf(each, graph, found);
  return found;
}

/** Returns all modules that are imported dynamically. */
function screensOf(graph: Graph): Set<string> {
  const screens = new Set<string>();
  const visited = new Set<string>();
  const follow = (id: string) => {
    if (visited.has(id)) return;
    visited.add(id);
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {};
    for (const screen of dynamicallyImportedIds) screens.add(screen);
    for (const each of [...importedIds, ...dynamicallyImportedIds]) follow(each);
  };
  for (const id of Object.values(start)) follow(id);
  return screens;
}
