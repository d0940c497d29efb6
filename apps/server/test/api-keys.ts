import { endpoints, keyScopes, type BodyOf, type Client, type Endpoints, type NewApiKey } from '@florin/contract';
import type { App } from '../src/app.ts';
import { fetchThrough } from './fetch-through.ts';
import { strictClient } from './strict-client.ts';
import type { TestApp } from './test-app.ts';

/** A client that calls with an API key, by default from 127.0.0.1. */
export const keyClient = ({ app }: { readonly app: App }, secret: string): Client =>
  strictClient({ origin: '', fetch: fetchThrough(app.http), token: () => secret });

/** Makes a key with all scopes, or with the settings in `order`. */
export async function makeKey(
  florin: TestApp,
  maker: Client,
  order: Partial<BodyOf<Endpoints['makeKey']>> = {},
): Promise<NewApiKey & { readonly client: Client }> {
  const made = await maker.call(endpoints.makeKey, { body: { name: 'Payroll', scopes: [...keyScopes], ...order } });
  return { ...made, client: keyClient(florin, made.secret) };
}
