import type { Endpoint } from '@florin/contract';

/** Returns a body of the content type that the endpoint takes: a small file for an upload, otherwise empty JSON. */
export function payloadOf({ method, upload }: Endpoint): { readonly payload?: FormData | object } {
  if (method === 'GET' || method === 'DELETE') return {};
  if (!upload) return { payload: {} };
  const payload = new FormData();
  payload.append('file', new Blob(['a file']), 'file.txt');
  return { payload };
}
