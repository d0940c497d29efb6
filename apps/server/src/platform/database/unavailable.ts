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
  '25006', // a standby: it takes no writes
  '40001', // still in conflict after all retries
  '40P01',
  '55P03',
]);

/** Words of the driver for connections that ended or never came; it gives them no code. */
const connectionWords =
  /Connection terminated|timeout exceeded when trying to connect|Connection ended|not queryable|Cannot use a pool/;

/** Is it the database that failed, rather than our code? Such a request is answered 503 and may be sent again. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = sqlState(error);
  if (code !== undefined && (connectionCodes.has(code) || code.startsWith('08'))) return true;
  return connectionWords.test(error.message);
}
