import { connect, Socket } from 'node:net';
import type { Pool, PoolClient } from 'pg';

/**
 * Ends the connections of an unreachable host. When a host loses power or network, the operating system keeps resending
 * for about 15 minutes before a statement fails. So when connections in use receive nothing for `silentMs`, a separate
 * connection probes the host. If the host answers, statements may take any time. If not, all connections to it are ended.
 */
export function endWhenSilent(pool: Pool, silentMs: number) {
  const sockets = new Map<PoolClient, Socket>();
  const connectionsInUse = new Map<PoolClient, { bytesRead: number; since: number }>();
  let timer: NodeJS.Timeout | undefined;
  let probing = false;

  pool.on('connect', (client) => {
    const { stream } = client.connection;
    if (stream instanceof Socket && stream.remoteAddress !== undefined) sockets.set(client, stream);
  });
  pool.on('acquire', (client) => {
    const socket = sockets.get(client);
    if (!socket) return;
    connectionsInUse.set(client, { bytesRead: socket.bytesRead, since: performance.now() });
    timer ??= setInterval(checkConnections, silentMs / 2).unref();
  });
  pool.on('release', (_error, client) => connectionsInUse.delete(client));
  pool.on('remove', (client) => {
    sockets.delete(client);
    connectionsInUse.delete(client);
  });

  function checkConnections() {
    if (connectionsInUse.size === 0) {
      clearInterval(timer);
      timer = undefined;
    } else if (!probing) {
      probing = true;
      void probeSilentHosts().finally(() => (probing = false));
    }
  }

  async function probeSilentHosts() {
    const hosts = new Map([...connectionsInUse.keys()].filter(isSilent).map((client) => hostOf(sockets.get(client))));
    for (const [host, at] of hosts) if (!(await isReachable(at, silentMs))) endAllTo(host);
  }

  function isSilent(client: PoolClient): boolean {
    const last = connectionsInUse.get(client);
    const bytesRead = sockets.get(client)?.bytesRead;
    if (!last || bytesRead === undefined) return false;
    if (bytesRead !== last.bytesRead) Object.assign(last, { bytesRead, since: performance.now() });
    return performance.now() - last.since >= silentMs;
  }

  function endAllTo(host: string) {
    for (const socket of sockets.values()) if (hostOf(socket)[0] === host) socket.destroy(new HostSilent(host));
  }
}

/** Uses the system's code for a connection timeout. */
class HostSilent extends Error {
  readonly code = 'ETIMEDOUT';
  constructor(host: string) {
    super(`The database host ${host} does not answer.`);
  }
}

type Place = { readonly host: string; readonly port: number };

function hostOf(socket: Socket | undefined): [string, Place] {
  const { remoteAddress: host = '', remotePort: port = 0 } = socket ?? {};
  return [`${host} ${port}`, { host, port }];
}

function isReachable(at: Place, withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(at);
    const finish = (reachable: boolean) => {
      socket.destroy();
      resolve(reachable);
    };
    socket.setTimeout(withinMs, () => finish(false));
    socket.on('connect', () => finish(true));
    socket.on('error', () => finish(false));
  });
}
