import path from 'node:path';
import type { Rolldown } from 'vite';

type Graph = Rolldown.ChunkingContext;

/** Of what others wrote, and what of ours is made of nothing else. */
const library = (name: string, packages: RegExp, ours?: RegExp): Rolldown.CodeSplittingGroup => ({
  name,
  test: new RegExp(`/node_modules/(?:${packages.source})/${ours ? `|/src/(?:${ours.source})` : ''}`),
  includeDependenciesRecursively: false,
  priority: 9,
});

const beyond = (name: string, test: RegExp): Rolldown.CodeSplittingGroup => ({
  name,
  test,
  minShareCount: 2,
  includeDependenciesRecursively: false,
  priority: 2,
});

/**
 * Which files the built app consists of. A few for each screen, not one for each module that two screens share: a request
 * costs more than some unused lines. And no library that only a pressed button or another screen needs is in a file that
 * a screen waits for.
 */
export const chunks: Rolldown.CodeSplittingGroup[] = [
  library('react', /react|react-dom|scheduler/),
  library('forms', /react-hook-form/),
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
  // Beyond the first screen, what several others share.
  beyond('paying', /wallet-ui\/(?:send-money|payment-request)\//),
  beyond('trading', /wallet-ui\/(?:(?:chart|held-price)\/|price-|favorite-|trading-)/),
  beyond('pieces', /lucide-react|\/src\/(?:ui|api)\/|wallet-ui\/[^/]+$/),
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 4_000, priority: 1 },
];

const at = (module: string) => path.resolve(import.meta.dirname, '../src', module);
const start = { landing: at('landing.ts'), entry: at('entry.tsx'), app: at('main.tsx') };
const beginnings: Ids = new Set(Object.values(start));
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

let known: { graph: Graph; reach: Reach } | undefined;

/**
 * Of our own modules: what all documents share, what the entry pages share with the app's first screen and what with later
 * ones, what the app begins with, and what its first screen shares with others. The rest follows from who uses it.
 */
function groupOf(id: string, graph: Graph): string | null {
  if (known?.graph !== graph) known = { graph, reach: reachIn(graph) };
  const { landing, entry, app, first, others } = known.reach;
  if (id.includes('vite/preload-helper')) return 'ground'; // asked for by whatever asks for something later
  // What single screens check with is beside what all know: it follows from who uses it.
  if (beginnings.has(id) || id.endsWith('/contract/src/wire.ts')) return null;
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
  if (!landing || !entry || !app || !first) throw new Error('there are four of them');
  const others = new Set<string>();
  for (const id of screensOf(graph))
    if (id !== firstScreen && id !== toastList) for (const each of reachOf(id, graph)) others.add(each);
  reachOf(toastList, graph, entry); // may be wanted there without the app
  return { landing, entry, app, first, others };
}

/** A module and what it imports, and so on; not what it asks for later. */
function reachOf(id: string, graph: Graph, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const each of graph.getModuleInfo(id)?.importedIds ?? []) reachOf(each, graph, found);
  return found;
}

/** Whatever is asked for later. */
function screensOf(graph: Graph): Set<string> {
  const screens = new Set<string>();
  const begun = new Set<string>();
  const follow = (id: string) => {
    if (begun.has(id)) return;
    begun.add(id);
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {};
    for (const screen of dynamicallyImportedIds) screens.add(screen);
    for (const each of [...importedIds, ...dynamicallyImportedIds]) follow(each);
  };
  for (const id of Object.values(start)) follow(id);
  return screens;
}
