import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';

/**
 * Refuses requests that were sent to a name that is not this server's. A page elsewhere can have its own name lead to this
 * machine (DNS rebinding) and would then read what a sandbox shows without a session. An address leads nowhere else, and
 * `localhost` is resolved by the browser itself. Refusals: `unknown_host`.
 */
export function onlyKnownHosts(names: readonly string[]): (request: Pick<FastifyRequest, 'hostname'>) => void {
  const known = new Set(['', 'localhost', ...names.map((name) => name.toLowerCase())]);
  return ({ hostname }) => {
    const name = hostname
      .toLowerCase()
      .replace(/\.$/, '')
      .replace(/^\[(.*)\]$/, '$1');
    if (known.has(name) || name.endsWith('.localhost') || isIP(name) !== 0) return;
    throw new Refusal(
      'unknown_host',
      'This server does not go by that name. Set PUBLIC_URL to the address it is reached at.',
    );
  };
}
