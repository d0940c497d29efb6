import type { AnswerOf, Endpoint } from '@florin/contract';
import { connect, leave } from './client.ts';

type UploadOf<E> = {
  endpoint: E;
  /** These fields precede the file, because the server reads the fields first. */
  fields?: Readonly<Record<string, string>>;
  file: File;
  /** Called with a fraction between 0 and 1. */
  onProgress?: (sent: number) => void;
  signal?: AbortSignal;
};

/**
 * Uploads one file as multipart/form-data. Uses XMLHttpRequest, because fetch reports no upload progress. Otherwise the
 * upload works like every other call. Throws a CallRefused, a TypeError if the server is unreachable, or an AbortError.
 */
export function uploadFile<E extends Endpoint>(upload: UploadOf<E>): Promise<AnswerOf<E>>;
export function uploadFile({ endpoint, fields = {}, file, onProgress, signal }: UploadOf<Endpoint>): Promise<unknown> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', file);
  const client = connect(leave, (url, init) => send(url, { ...init, body: form }, onProgress));
  const nothingElse = { params: undefined, query: undefined, body: undefined };
  return client.call(endpoint, nothingElse, signal ? { signal } : {});
}

/** Works like fetch, and reports progress. */
function send(url: string, { method, headers, body, signal }: Sent, onProgress?: (sent: number) => void) {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = new XMLHttpRequest();
  request.open(method ?? 'POST', url);
  for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0));
  request.addEventListener('load', () => resolve(answerOf(request)));
  request.addEventListener('error', () => reject(new TypeError('The server is unreachable')));
  request.addEventListener('abort', () => reject(new DOMException('The upload was canceled', 'AbortError')));
  const abort = () => request.abort();
  signal?.addEventListener('abort', abort);
  request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
  if (signal?.aborted) reject(new DOMException('The upload was canceled', 'AbortError'));
  else request.send(body);
  return promise;
}

type Sent = Omit<RequestInit, 'body'> & { body: FormData };

/** The Response constructor rejects a 204 with a body, even with an empty body. */
const answerOf = ({ status, responseText }: XMLHttpRequest) =>
  new Response(status === 204 ? null : responseText, { status });
