import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';

/**
 * Rejects requests for another host name. With DNS rebinding, a foreign page can point its own name to this machine and
 * read what a sandbox shows without a session. IP addresses are safe, and browsers resolve `localhost` themselves.
 * Refusals: `unknown_host`.
 */
export function onlyKnownHosts(names: readonly string[]): (request: Pick<FastifyRequest, 'hostname'>) => void {
  const known = new Set(['', 'localhost', ...names.map((name) => name.toLowerCase())]);
  return ({ hostname }) => {
    const name = hostname
      .toLowerCase()
      .replace(/\.$/, '')
      .replace(/^\[(.*)\]$/, '$1');
    if (known.has(name) || name.endsWith('.localhost') || isIP(name) !== 0) return;
    throw new Refusal('unknown_host', 'This host name is not allowed. Set PUBLIC_URL to the address of this server.');
  };
}
