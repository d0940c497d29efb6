/** A fast receiver of webhooks, run as a process on PORT. A GET returns the number of distinct delivery ids. */
import { createServer } from 'node:http';

const ids = new Set<string | string[] | undefined>();

createServer((request, response) => {
  if (request.method === 'POST') ids.add(request.headers['webhook-id']);
  request.resume();
  request.on('end', () => response.end(String(ids.size)));
}).listen(Number(process.env['PORT']), '127.0.0.1');
