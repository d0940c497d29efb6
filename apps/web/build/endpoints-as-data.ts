import { endpoints, type Endpoint } from '@florin/contract';
import type { Plugin } from 'vite';

/**
 * The browser calls an endpoint by its method and path, and needs to know of body and answer only whether there are any.
 * So the built app gets just that of the contract's table: the schemas, whose types have done their work by then, stay
 * out of it. Fails where a module of the app asks an endpoint for a schema.
 */
export function endpointsAsData(): Plugin {
  return {
    name: 'endpoints-as-data',
    apply: 'build',
    load: {
      filter: { id: /\/packages\/contract\/src\/endpoints\.ts$/ },
      handler: () => `export const endpoints = ${JSON.stringify(table())};`,
    },
    transform: {
      order: 'post',
      filter: { id: /\/apps\/web\/src\//, code: /\bendpoints\.\w+\.(params|query|body|answer)\b/ },
      handler() {
        this.error('an endpoint has no schemas in the built app: export the schema itself from the contract');
      },
    },
  };
}

const table = () => Object.fromEntries(Object.entries<Endpoint>(endpoints).map(([name, one]) => [name, callable(one)]));

const callable = ({ method, path, body, answer }: Endpoint) => ({
  method,
  path,
  ...(body && { body: true }),
  ...(answer && { answer: true }),
});
