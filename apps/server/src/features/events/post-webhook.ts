import { Agent as AgentHttp, request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as AgentHttps, request as requestHttps } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { assertHostAllowed, lookUpPublic, type Resolve } from '../../platform/http/public-address.ts';

export type Receiver = {
  readonly url: string;
  /** Must return true for all addresses of the receiver's name. */
  readonly mayConnectTo: (address: string) => boolean;
  readonly resolve?: Resolve | undefined;
  /** Aborts an unfinished post. */
  readonly signal: AbortSignal;
};

export type WebhookPost = { readonly headers: Readonly<Record<string, string>>; readonly body: string };

export type WebhookAnswer = {
  readonly status: number;
  /** The beginning of the body. */
  readonly text: string;
  /** The pause that the receiver asks for, in seconds. */
  readonly retryAfterSeconds: number | undefined;
};

export type ReceiverConnection = ReturnType<typeof connectReceiver>;

/** The maximum time from the resolution of the name to the end of the answer. */
const timeoutMs = 10_000;
/** The maximum number of informational answers (1xx) before the final answer. */
const maxInformational = 10;
/** The rest of an answer is not read. */
const maxAnswerBytes = 4_000;
const maxAnswerLength = 1_000;

/**
 * Returns a connection for posts one after another. The connection is made for the first post, and again after the
 * receiver closed it. Each new connection resolves the name and checks its addresses.
 */
export function connectReceiver({ url: text, mayConnectTo, resolve, signal }: Receiver) {
  const url = new URL(text);
  const [Agent, request] = url.protocol === 'https:' ? [AgentHttps, requestHttps] : [AgentHttp, requestHttp];
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const options = { ...urlToHttpOptions(url), method: 'POST', lookup: lookUpPublic(mayConnectTo, resolve), agent };
  const close = () => agent.destroy();
  signal.addEventListener('abort', close, { once: true });
  const send = ({ headers, body }: WebhookPost, endsAt: number) => {
    const ownHeaders = {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Florin-Webhooks/1.0',
    };
    return answerTo(request({ ...options, headers: ownHeaders }), body, endsAt);
  };

  return {
    /** Posts an event and returns the answer. Follows no redirects. @throws PrivateAddress, or an error of the connection */
    async post(message: WebhookPost): Promise<WebhookAnswer> {
      assertHostAllowed(url, mayConnectTo);
      const endsAt = performance.now() + timeoutMs;
      try {
        return await send(message, endsAt);
      } catch (error) {
        if (!(error instanceof ClosedBefore) || signal.aborted) throw error;
        return await send(message, endsAt);
      }
    },
    close(): void {
      signal.removeEventListener('abort', close);
      close();
    },
  };
}

/** The receiver closed the connection after an earlier post. */
class ClosedBefore extends Error {}

/** The receiver sent no answer in time. */
export class NoAnswer extends Error {}

/** The receiver sends informational answers (1xx) instead of the final answer. */
class TooManyInformational extends Error {
  constructor() {
    super(`The receiver sent more than ${maxInformational} informational answers (1xx) and no final one.`);
  }
}

/** Sends the body. Returns the answer, or rejects with an error of the connection. */
function answerTo(request: ClientRequest, body: string, endsAt: number): Promise<WebhookAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<WebhookAnswer>();
  const late = setTimeout(() => {
    reject(new NoAnswer());
    request.destroy();
  }, endsAt - performance.now());
  request.on('error', (error: NodeJS.ErrnoException) => {
    const isClosed = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
    reject(isClosed ? new ClosedBefore(error.message, { cause: error }) : error);
  });
  request.on('upgrade', ({ headers }, socket) => {
    socket.destroy();
    resolve({ status: 101, text: '', retryAfterSeconds: secondsOf(headers['retry-after']) });
  });
  let informational = 0;
  request.on('information', () => {
    informational += 1;
    if (informational <= maxInformational) return;
    reject(new TooManyInformational());
    request.destroy();
  });
  request.on('response', (response) => void readAnswer(response).then(resolve, reject));
  request.end(body);
  return promise.finally(() => clearTimeout(late));
}

async function readAnswer(response: IncomingMessage): Promise<WebhookAnswer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= maxAnswerBytes) break; // which destroys the response
  }
  const text = Buffer.concat(chunks).toString('utf8').replaceAll('\u0000', '').slice(0, maxAnswerLength);
  return {
    status: response.statusCode ?? 0,
    text: text.toWellFormed(),
    retryAfterSeconds: secondsOf(response.headers['retry-after']),
  };
}

/** Reads a Retry-After header: seconds, or a date. */
function secondsOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return seconds > 0 ? seconds : undefined;
}
