import { CallRefused, errorBody, type Endpoint } from '@florin/contract';
import * as z from 'zod/mini';
import type { TestApp, TestMember } from './test-app.ts';

type Sending = { fields?: Record<string, string>; name: string; bytes: Buffer; type?: string };

/** Uploads one file like a browser and returns the parsed JSON. Rejects with `CallRefused` on an error. */
export async function uploadFile(
  { app }: Pick<TestApp, 'app'>,
  { token, account }: Pick<TestMember, 'token'> & { readonly account?: string },
  endpoint: Endpoint,
  { fields = {}, name, bytes, type = 'application/octet-stream' }: Sending,
): Promise<unknown> {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  form.set('file', new File([new Uint8Array(bytes)], name, { type }));
  const answer = await app.http.inject({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(account === undefined ? {} : { 'florin-account': account }),
    },
    payload: form,
  });
  const json: unknown = answer.payload === '' ? undefined : JSON.parse(answer.payload);
  if (answer.statusCode < 400) return json;
  throw new CallRefused(answer.statusCode, z.parse(errorBody, json));
}
