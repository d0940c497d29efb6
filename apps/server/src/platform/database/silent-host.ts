import { connect, Socket } from 'node:net';
import type { Pool, PoolClient } from 'pg';

/**
 * A machine that loses its power, or its network, says nothing: the system would go on sending to it for a quarter of an
 * hour before a statement fails. So where connections that are in use have heard nothing for a while, their host is asked
 * whether it is there, by a connection that carries nothing. If it is, they wait on, however long a statement takes. If
 * it is not, all of them are ended, as its death would have done.
 */
export function endWhenSilent(pool: Pool, silentMs: number) {
  const sockets = new Map<PoolClient, Socket>();
  const inUse = new Map<PoolClient, { heard: number; since: number }>();
  let timer: NodeJS.Timeout | undefined;
  let asking = false;

  pool.on('connect', (client) => {
    const { stream } = client.connection;
    if (stream instanceof Socket && stream.remoteAddress !== undefined) sockets.set(client, stream);
  });
  pool.on('acquire', (client) => {
    const socket = sockets.get(client);
    if (!socket) return;
    inUse.set(client, { heard: socket.bytesRead, since: performance.now() });
    timer ??= setInterval(look, silentMs / 2).unref();
  });
  pool.on('release', (_error, client) => inUse.delete(client));
  pool.on('remove', (client) => {
    sockets.delete(client);
    inUse.delete(client);
  });

  function look() {
    if (inUse.size === 0) {
      clearInterval(timer);
      timer = undefined;
    } else if (!asking) {
      asking = true;
      void askSilentHosts().finally(() => (asking = false));
    }
  }

  async function askSilentHosts() {
    const hosts = new Map([...inUse.keys()].filter(isSilent).map((client) => hostOf(sockets.get(client))));
    for (const [host, at] of hosts) if (!(await isThere(at, silentMs))) endAllTo(host);
  }

  function isSilent(client: PoolClient): boolean {
    const last = inUse.get(client);
    const heard = sockets.get(client)?.bytesRead;
    if (!last || heard === undefined) return false;
    if (heard !== last.heard) Object.assign(last, { heard, since: performance.now() });
    return performance.now() - last.since >= silentMs;
  }

  function endAllTo(host: string) {
    for (const socket of sockets.values()) if (hostOf(socket)[0] === host) socket.destroy(new HostSilent(host));
  }
}

/** The code is the system's own for a connection that nobody answers on. */
class HostSilent extends Error {
  readonly code = 'ETIMEDOUT';
  constructor(host: string) {
    super(`the database's host ${host} does not answer`);
  }
}

type Place = { readonly host: string; readonly port: number };

function hostOf(socket: Socket | undefined): [string, Place] {
  const { remoteAddress: host = '', remotePort: port = 0 } = socket ?? {};
  return [`${host} ${port}`, { host, port }];
}

function isThere(at: Place, withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(at);
    const say = (there: boolean) => {
      socket.destroy();
      resolve(there);
    };
    socket.setTimeout(withinMs, () => say(false));
    socket.on('connect', () => say(true));
    socket.on('error', () => say(false));
  });
}
