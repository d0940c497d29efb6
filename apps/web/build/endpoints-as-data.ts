import { businessAccess, endpoints, type Endpoint, type EndpointName } from '@florin/contract';
import { shapeOf } from '@florin/contract/shape-of';
import type { Plugin } from 'vite';

/** Each endpoint is a module, so a screen loads only the endpoints that it calls. */
const modulePrefix = 'virtual:florin-endpoint/';

/**
 * Replaces the contract's endpoints with plain data, so the web app contains no schemas. The browser needs the method,
 * the path, the presence of a request body, and the shape of the response. The build fails if the app uses an
 * endpoint's schema.
 */
export const endpointsAsData = (): Plugin[] => [endpointModules(), endpointTable()];

/** For the build: one module per endpoint. */
function endpointModules(): Plugin {
  return {
    name: 'endpoints-as-data',
    apply: 'build',
    resolveId: {
      filter: { id: new RegExp(`^${modulePrefix}`) },
      handler: (id) => ({ id: `\0${id}`, moduleSideEffects: false }),
    },
    load: {
      filter: { id: new RegExp(`^\0${modulePrefix}`) },
      handler: (id) => `export const endpoint = ${JSON.stringify(named(nameOf(id)))};`,
    },
    transform: {
      order: 'post',
      filter: { id: /\/apps\/web\/src\//, code: /\bendpoints\b/ },
      handler(code) {
        if (/\bendpoints\.\w+\.(params|query|body|answer)\b/.test(code))
          this.error('the built app has no endpoint schemas; import the schema from the contract instead');
        const names = new Set(Array.from(code.matchAll(use), ([, name = '']) => name));
        const imports = [...names].map(
          (name) => `import { endpoint as endpoint_${name} } from "${modulePrefix}${name}";`,
        );
        const direct = code.replaceAll(use, 'endpoint_$1').replaceAll(/(import\s*\{[^}]*?)\bendpoints\s*,?/g, '$1');
        if (/\bendpoints\b/.test(direct)) this.error('use `endpoints` only as `endpoints.<name>`');
        return { code: [...imports, direct].join('\n'), map: null };
      },
    },
  };
}

/** For development and tests, which do not bundle: one table of all endpoints with the same data. */
function endpointTable(): Plugin {
  const table = () =>
    Object.fromEntries(Object.entries<Endpoint>(endpoints).map(([name, one]) => [name, callable(one)]));
  return {
    name: 'endpoints-as-table',
    apply: 'serve',
    // Vitest caches a transformed module until the module's source changes. This module changes with every file of the
    // contract.
    configureVitest: ({ defineCacheKeyGenerator }) =>
      defineCacheKeyGenerator(({ id }) => (endpointsModule.test(id) ? JSON.stringify(table()) : undefined)),
    load: {
      filter: { id: endpointsModule },
      handler: () => `export const endpoints = ${JSON.stringify(table())};`,
    },
  };
}

const endpointsModule = /\/packages\/contract\/src\/endpoints\.ts$/;
const use = /\bendpoints\.(\w+)/g;

const nameOf = (id: string) => id.slice(modulePrefix.length + 1);

function named(name: string) {
  const known: Readonly<Record<string, Endpoint>> = endpoints;
  const endpoint = known[name];
  if (!endpoint) throw new Error(`the contract has no endpoint ${name}`);
  return callable(endpoint);
}

/** Calls of the person, which never name the business that they act for (src/api/client.ts). */
const ofPersons = new Set<Endpoint>(
  Object.entries(endpoints)
    .filter(([name]) => ['person', 'none'].includes(businessAccess[name as EndpointName]))
    .map(([, endpoint]) => endpoint),
);

/** The specification's calls have hand-written readers (src/api/read/read-answer.ts). */
const withOwnReader = new Set<Endpoint>([
  endpoints.signup,
  endpoints.login,
  endpoints.me,
  endpoints.sendMoney,
  endpoints.listTransactions,
  endpoints.listCoins,
  endpoints.getPortfolio,
  endpoints.buyCoins,
  endpoints.sellCoins,
  endpoints.getKycStatus,
  endpoints.submitKyc,
]);

function callable(endpoint: Endpoint) {
  const { method, path, body, answer } = endpoint;
  return {
    method,
    path,
    ...(body && { body: true }),
    ...(ofPersons.has(endpoint) && { ofPerson: true }),
    ...(answer && { answer: withOwnReader.has(endpoint) ? true : shapeOf(answer) }),
  };
}
