import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { endpoints, type Endpoint, type EndpointName } from '@florin/contract';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { picture } from './kyc.ts';
import type { TestApp } from './test-app.ts';
import { uploadFile } from './upload-file.ts';

type Input = {
  search?: string;
  token?: string;
  /** The handle of the business that the caller acts for. */
  account?: string | undefined;
  params?: Record<string, string>;
  body?: object;
};

/** Calls endpoints, checks each answer against the contract's schema, and remembers which were called. */
export function endpointVisits(florin: () => TestApp) {
  const visited = new Set<EndpointName>();

  /** Calls an endpoint without the client and checks the answer against the contract's schema, strictly. */
  async function visit(name: EndpointName, { token, account, params = {}, body, search = '' }: Input = {}) {
    const endpoint: Endpoint = endpoints[name];
    visited.add(name);
    const { statusCode, payload } = await florin().app.http.inject({
      method: endpoint.method,
      url: `/api${endpoint.path.replaceAll(/:(\w+)/g, (_, key: string) => params[key] ?? '')}${search}`,
      ...(body ? { payload: body } : {}),
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(account === undefined ? {} : { 'florin-account': account }),
      },
    });
    const answer: unknown = payload === '' ? undefined : JSON.parse(payload);
    const schema = endpoint.answer ?? z.undefined();
    expect({ statusCode, refused: statusCode >= 400 && answer }).toEqual({
      statusCode: endpoint.answer ? 200 : 204,
      refused: false,
    });
    expect(answer).toEqual(z.parse(schema, answer));
    return { raw: payload, answer };
  }

  /** Calls an endpoint that answers with a stream. Returns the whole file, or the first event. */
  async function visitStream(
    name: EndpointName,
    token: string | undefined,
    params: Record<string, string> = {},
    search = '',
  ) {
    const endpoint: Endpoint = endpoints[name];
    visited.add(name);
    const answer = await florin().app.http.inject({
      method: endpoint.method,
      url: `/api${endpoint.path.replaceAll(/:(\w+)/g, (_, key: string) => params[key] ?? '')}${search}`,
      ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
      ...(endpoint.body ? { payload: {} } : {}),
      payloadAsStream: true,
    });
    expect([answer.statusCode, String(answer.headers['content-type']).split(';')[0]]).toEqual([200, endpoint.media]);
    if (endpoint.media !== 'text/event-stream') return text(answer.stream());
    const [beginning] = await once(answer.stream(), 'data');
    answer.stream().destroy();
    return String(beginning);
  }

  /** Calls an endpoint that takes a file. */
  async function visitUpload(
    name: EndpointName,
    member: Parameters<typeof uploadFile>[1],
    sending: Omit<Parameters<typeof uploadFile>[3], 'bytes'> & { readonly bytes?: Buffer },
  ) {
    const endpoint: Endpoint = endpoints[name];
    visited.add(name);
    const answer = await uploadFile(florin(), member, endpoint, { bytes: await picture(), ...sending });
    expect(answer).toEqual(z.parse(endpoint.answer ?? z.undefined(), answer));
    return answer;
  }

  return { visited, visit, visitStream, visitUpload };
}
