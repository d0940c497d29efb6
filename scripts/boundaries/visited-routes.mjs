import { importsOf } from './imports.mjs';
import { ROUTE_FILES } from './rules.mjs';

const PATHS = 'apps/web/src/paths.ts';
const VISITS = 'e2e/every-screen.spec.ts';
const LISTS = /^e2e\/[^/]+-screens\.ts$/;

/** Development only. */
const UNVISITED = new Set(['/gallery']);

/**
 * Routes that need a special state or a separate server. A separate test checks each of these routes with
 * `expectUsable`.
 */
const OWN_TESTS = new Map([
  ['/imprint', 'e2e/configured.spec.ts'],
  ['/kyc', 'e2e/kyc-states.spec.ts'],
  ['/operations', 'e2e/operations.spec.ts'],
]);

/**
 * Returns a sentence for each route of the web app that no screen in the lists of the browser tests visits.
 *
 * @param sources the text of each source file by its path
 */
export function unvisitedRoutes(sources) {
  const routes = routesIn(sources);
  const visited = visitsIn(sources);
  return [...routes]
    .filter((route) => !UNVISITED.has(route) && !hasOwnTest(sources, route))
    .filter((route) => !visited.some((address) => routeOf(address, routes) === route))
    .map(
      (route) => `${PATHS} has the route ${route}, which no list of ${VISITS} visits; add a screen to e2e/*-screens.ts`,
    );
}

function routesIn(sources) {
  const named = (sources.get(PATHS) ?? '').match(/^export const paths = \{[\s\S]*?^\}/m)?.[0] ?? '';
  const declared = [...sources].filter(([file]) => ROUTE_FILES.test(file)).map(([, source]) => source);
  return new Set([
    ...Array.from(named.matchAll(/: '(\/[^']*)'/g), ([, route]) => route),
    ...declared.flatMap((source) => Array.from(source.matchAll(/\bpath: '(\/[^']*)'/g), ([, route]) => route)),
  ]);
}

/** Returns the addresses in the lists that the test imports directly or indirectly. */
function visitsIn(sources) {
  const files = new Set([VISITS]);
  for (const file of files)
    for (const imported of importsOf(file, sources.get(file) ?? ''))
      if (imported.path !== undefined && LISTS.test(imported.path)) files.add(imported.path);
  return [...files].flatMap((file) =>
    Array.from((sources.get(file) ?? '').matchAll(/\b(?:path|leadsTo): '([^'?#]+)/g), ([, address]) => address),
  );
}

/** Returns the route that shows an address. A route without parameters goes first. */
function routeOf(address, routes) {
  if (routes.has(address)) return address;
  return [...routes].find((route) => new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+')}$`).test(address));
}

function hasOwnTest(sources, route) {
  const source = sources.get(OWN_TESTS.get(route) ?? '') ?? '';
  return source.includes('expectUsable(') && new RegExp(`'${route}[?#']`).test(source);
}
