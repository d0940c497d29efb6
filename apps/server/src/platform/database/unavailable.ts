import { sqlState } from './transact.ts';

const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '57P01', // terminated by an administrator
  '57P02', // crashed
  '57P03', // starting up or shutting down
  '53300', // too many connections
  '53100', // disk full
  '53200', // out of memory
  '25006', // read-only standby
  '40001', // serialization conflict after all retries
  '40P01',
  '55P03',
]);

/** Messages of the driver or a server, without an error code, for connections that ended or could not be opened. */
const connectionWords =
  /is not currently accepting connections|Connection terminated|timeout exceeded when trying to connect|Connection ended|not queryable|Cannot use a pool/;

/** Did the database fail, rather than our code? The client gets 503 and may retry. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = sqlState(error);
  if (code !== undefined && (connectionCodes.has(code) || code.startsWith('08'))) return true;
  return connectionWords.test(error.message);
}
