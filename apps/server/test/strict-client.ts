import { CallRefused, createClient, type Client, type Endpoint } from '@florin/contract';
import { refusalsOf } from '@florin/contract/openapi';

/** The contract's client. An error that the contract does not list for the call is a bug of the product and throws. */
export function strictClient(options: Parameters<typeof createClient>[0]): Client {
  const client = createClient(options);
  return {
    call: (endpoint, ...rest) => client.call(endpoint, ...rest).catch(unlessNamed(endpoint)),
    open: (endpoint, ...rest) => client.open(endpoint, ...rest).catch(unlessNamed(endpoint)),
    page: (endpoint, ...rest) => client.page(endpoint, ...rest).catch(unlessNamed(endpoint)),
  };
}

const unlessNamed = (endpoint: Endpoint) => (error: unknown) => {
  const code = error instanceof CallRefused ? error.body?.code : undefined;
  if (code === undefined || code === 'internal_error' || refusalsOf(endpoint).has(code)) throw error;
  throw new Error(`${endpoint.method} ${endpoint.path} answered ${code}, which the contract does not list for it`);
};
