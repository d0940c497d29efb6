import { askJson } from './ask.ts';

/** An address that answers JSON. */
export type JsonAddress = {
  /** The host, as shown to members. Contains no secrets. */
  readonly name: string;
  /** Throws `SourceFailure`. */
  readonly ask: (signal: AbortSignal) => Promise<unknown>;
};

/** @param key is sent as a bearer token; without it, the user name and password of the URL are sent */
export function jsonAddress(address: URL, key: string | undefined): JsonAddress {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  const authorization = key === undefined ? basic(address) : `Bearer ${key}`;
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  return { name: url.host, ask: (signal) => askJson({ url, headers, signal }) };
}

function basic({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/** Parses Unix seconds or ISO 8601 with a time zone. Without a zone, the time would be read in this machine's zone. */
export function readTime(time: unknown): Date | undefined {
  if (typeof time === 'number') return new Date(time * 1000);
  return typeof time === 'string' && /T.*(?:Z|[+-]\d\d:?\d\d)$/i.test(time) ? new Date(time) : undefined;
}
