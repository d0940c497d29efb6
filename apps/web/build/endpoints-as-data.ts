import { endpoints, type Endpoint } from '@florin/contract';
import { shapeOf } from '@florin/contract/shape-of';
import type { Plugin } from 'vite';

/** A module for each endpoint, so that a screen brings the calls that it makes and no others. */
const modulePrefix = 'virtual:florin-endpoint/';

/**
 * The browser calls an endpoint by its method and path, and needs to know of a body only whether there is one and of an
 * answer what shape it has. So the web app gets just that of the contract's table: the schemas, whose types have done
 * their work by then, stay out of it. Fails where a module of the app asks an endpoint for a schema.
 */
export const endpointsAsData = (): Plugin[] => [endpointsApart(), endpointsAsTable()];

/** The built app: a module for each endpoint. */
function endpointsApart(): Plugin {
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
          this.error('an endpoint has no schemas in the built app: export the schema itself from the contract');
        const names = new Set(Array.from(code.matchAll(use), ([, name = '']) => name));
        const imports = [...names].map(
          (name) => `import { endpoint as endpoint_${name} } from "${modulePrefix}${name}";`,
        );
        const direct = code.replaceAll(use, 'endpoint_$1').replaceAll(/(import\s*\{[^}]*?)\bendpoints\s*,?/g, '$1');
        if (/\bendpoints\b/.test(direct)) this.error('the table of endpoints is only used by the name of an endpoint');
        return { code: [...imports, direct].join('\n'), map: null };
      },
    },
  };
}

/** In development and in tests, which bundle nothing: the whole table, with the same shapes. */
function endpointsAsTable(): Plugin {
  const table = () =>
    Object.fromEntries(Object.entries<Endpoint>(endpoints).map(([name, one]) => [name, callable(one)]));
  return {
    name: 'endpoints-as-table',
    apply: 'serve',
    load: {
      filter: { id: /\/packages\/contract\/src\/endpoints\.ts$/ },
      handler: () => `export const endpoints = ${JSON.stringify(table())};`,
    },
  };
}

const use = /\bendpoints\.(\w+)/g;

const nameOf = (id: string) => id.slice(modulePrefix.length + 1);

function named(name: string) {
  const known: Readonly<Record<string, Endpoint>> = endpoints;
  const endpoint = known[name];
  if (!endpoint) throw new Error(`the contract has no endpoint ${name}`);
  return callable(endpoint);
}

/** What the specification lists has readers of its own (src/api/read/read-answer.ts). */
const readByHand = new Set<Endpoint>([
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
    ...(answer && { answer: readByHand.has(endpoint) ? true : shapeOf(answer) }),
  };
}
