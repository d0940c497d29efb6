import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export type PriceServer = {
  readonly url: string;
  /** The requests received so far, oldest first. */
  readonly requests: readonly IncomingMessage[];
  /** Sets the answer to all further requests. */
  readonly answers: (answer: Answer) => void;
  readonly close: () => Promise<void>;
};

/** Starts a stand-in for an external price server on this machine. */
export async function openPriceServer(): Promise<PriceServer> {
  let answer: Answer = withStatus(404);
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    answers: (next) => {
      answer = next;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export const withText =
  (text: string, type = 'application/json'): Answer =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': type }).end(text);

export const withStatus =
  (status: number, headers: Record<string, string> = {}, text = ''): Answer =>
  (_, response) =>
    void response.writeHead(status, headers).end(text);

export const withSilence: Answer = () => undefined;

export const withReset: Answer = (request) => request.socket.resetAndDestroy();

/** Starts an answer and resets the connection. */
export const withHalf: Answer = (request, response) => {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('[{"symbol": "BTC", ', () => request.socket.resetAndDestroy());
};
