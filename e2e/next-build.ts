import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { builtFiles, type BuiltFile } from './worker.ts';

/**
 * A proxy in front of the product. After `deploy`, the proxy acts like a server with the next build: the same app under
 * other file names, without the old files.
 */
export async function nextBuildServer(product: string) {
  const files = builtFiles();
  let deployed = false;
  const server = createServer((asked, answered) => {
    const path = asked.url ?? '/';
    const known = ({ name, renamed }: BuiltFile) => path.endsWith(`/${deployed ? renamed : name}`);
    if (path.startsWith('/assets/') && /\.(js|css)$/.test(path) && !files.some(known)) {
      answered.writeHead(404).end();
      return;
    }
    const { hostname, port } = new URL(product);
    const headers = { ...asked.headers, 'accept-encoding': 'identity' };
    const passedOn = request({ hostname, port, method: asked.method, headers, path: renameBack(path, files) });
    passedOn.on('response', (answer) => void passBack(answer, answered, deployed ? files : []));
    // The page was closed before the response was complete.
    passedOn.on('error', () => answered.destroy());
    answered.on('close', () => passedOn.destroy());
    asked.pipe(passedOn);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    deploy: () => {
      deployed = true;
    },
    [Symbol.dispose]: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function passBack(answer: IncomingMessage, answered: ServerResponse, files: readonly BuiltFile[]) {
  const isCode = /html|javascript|css/.test(answer.headers['content-type'] ?? '');
  const { 'content-length': _, ...headers } = answer.headers;
  answered.writeHead(answer.statusCode ?? 502, isCode ? headers : answer.headers);
  if (!isCode) return void answer.pipe(answered);
  answered.end(rename(await text(answer), files));
}

const rename = (code: string, files: readonly BuiltFile[]) =>
  files.reduce((changed, { name, renamed }) => changed.replaceAll(name, renamed), code);

const renameBack = (path: string, files: readonly BuiltFile[]) =>
  files.reduce((changed, { name, renamed }) => changed.replace(renamed, name), path);
