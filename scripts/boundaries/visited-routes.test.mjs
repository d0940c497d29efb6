import { describe, expect, test } from 'vitest';
import { unvisitedRoutes } from './visited-routes.mjs';

const app = [
  [
    'apps/web/src/paths.ts',
    "export const paths = {\n  landing: '/',\n  list: '/list',\n  add: '/list/new',\n  one: '/list/$id',\n} as const;\nconst other = { a: '/b' };",
  ],
  ['apps/web/src/routes/list-routes.tsx', "createRoute({ path: '/extra' }); createRoute({ path: '/gallery' });"],
  ['e2e/every-screen.spec.ts', "import { a } from './list-screens.ts';\nawait page.goto('/list');"],
  ['e2e/list-screens.ts', "import { b } from './more-screens.ts';\n[{ path: '/' }, { path: '/list?a=b' }];"],
];
const unvisited = (screens, others = []) =>
  unvisitedRoutes(new Map([...app, ['e2e/more-screens.ts', screens], ...others])).map(
    (problem) => / has the route (\S+), which no list of e2e\/every-screen\.spec\.ts visits; /.exec(problem)?.[1],
  );

describe('the check that the browser tests visit every route', () => {
  test('accepts lists with addresses of all routes', () => {
    expect(unvisited("[{ path: '/list/new#x' }, { path: '/list/7' }, { path: '/extra' }]")).toEqual([]);
  });

  test('accepts a route if a visited screen leads to it', () => {
    expect(unvisited("[{ path: '/list/new', leadsTo: '/list/$id' }, { path: '/extra' }]")).toEqual([]);
  });

  test('names an unvisited route', () => {
    expect(unvisited("[{ path: '/list/7' }]")).toEqual(['/list/new', '/extra']);
  });

  test('does not confuse a route without parameters with a route with parameters', () => {
    expect(unvisited("[{ path: '/list/new' }, { path: '/extra' }]")).toEqual(['/list/$id']);
  });

  test('ignores lists that the test does not import', () => {
    const others = [['e2e/other-screens.ts', "[{ path: '/extra' }]"]];
    expect(unvisited("[{ path: '/list/new' }, { path: '/list/7' }]", others)).toEqual(['/extra']);
  });

  test('accepts a route with its own test if the test checks the screen', () => {
    const paths = ['apps/web/src/paths.ts', "export const paths = {\n  kyc: '/kyc',\n} as const;"];
    const visits = (source) => unvisitedRoutes(new Map([paths, ['e2e/kyc-states.spec.ts', source]]));
    expect(visits("await open(page, member, '/kyc');\nawait expectUsable(page, 'KYC');")).toEqual([]);
    expect(visits("await open(page, member, '/kyc');")).toHaveLength(1);
  });
});
