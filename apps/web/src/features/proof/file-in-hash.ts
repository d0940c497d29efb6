import { isStatement } from '../../api/shared-statement.ts';

/** Returns the file in the URL's hash: a statement, or `proof=` and base64url. The server never receives the hash. */
export function fileInHash(hash: string): Uint8Array<ArrayBuffer> | undefined {
  const statement = hash.slice(1);
  if (isStatement(statement)) return new TextEncoder().encode(statement);
  const [, encoded] = /(?:^|[#&])proof=([\w-]+)=*$/.exec(hash) ?? [];
  if (encoded === undefined) return undefined;
  try {
    const text = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
  } catch {
    return undefined; // a link that was cut
  }
}
