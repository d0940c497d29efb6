import { connect, createServer, type Socket } from 'node:net';
import type { DatabaseAddress } from '../src/platform/database/pool.ts';

/**
 * A proxy to a database that can be cut: it closes its connections and rejects new ones. `goSilent` drops all data
 * instead and closes nothing, like a machine without power.
 */
export async function cuttableWire(database: DatabaseAddress) {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(endOf(database));
    join(near, far);
    join(far, near);
  });
  const join = (one: Socket, other: Socket) => {
    sockets.add(one);
    one.pipe(other);
    one.on('error', () => other.destroy());
    one.on('close', () => sockets.delete(one));
  };
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  await listen(0);
  const bound = server.address();
  const port = typeof bound === 'object' && bound ? bound.port : 0;
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  const goSilent = () => {
    server.close();
    for (const socket of sockets) socket.unpipe().resume();
  };
  return {
    /** The address of the database through this proxy. */
    address: through(database, port),
    cut,
    goSilent,
    mend: () => listen(port),
    close: async () => {
      if (server.listening) await cut();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Returns the socket address of the database. */
export function endOf({ connectionString, host = '127.0.0.1', port = 5432 }: DatabaseAddress) {
  if (connectionString !== undefined) {
    const url = new URL(connectionString);
    return { host: url.hostname, port: Number(url.port || 5432) };
  }
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}

/** Returns the same database at a port of this machine. */
export function through({ connectionString, ...address }: DatabaseAddress, port: number): DatabaseAddress {
  if (connectionString === undefined) return { ...address, host: '127.0.0.1', port };
  const url = new URL(connectionString);
  url.host = `127.0.0.1:${port}`;
  return { connectionString: url.toString() };
}
