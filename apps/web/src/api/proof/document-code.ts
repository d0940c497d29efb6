/**
 * The content of the code on a document. A statement's code has the statement's number. A receipt's code has the place
 * of the receipt's entry in the log, and the first digits of the entry's leaf hash.
 */
export type DocumentCode =
  | { readonly kind: 'document'; readonly number: string }
  | { readonly kind: 'entry'; readonly index: number; readonly digest: string };

/** Reads the code from the address that it leads to. */
export function codeInHash(hash: string): DocumentCode | undefined {
  const [, number] = /^#document=([\w-]{8,60})$/.exec(hash) ?? [];
  if (number !== undefined) return { kind: 'document', number };
  const [, index, digest] = /^#entry=(\d{1,15})\.([\da-f]{16})$/.exec(hash) ?? [];
  return index !== undefined && digest !== undefined ? { kind: 'entry', index: Number(index), digest } : undefined;
}

type Entry = { readonly index: number; readonly leaf: string };

/** Returns whether a PDF has the number or the proved entry of this code. */
export async function hasCode(
  code: DocumentCode,
  pdf: Uint8Array<ArrayBuffer>,
  entries: readonly Entry[],
): Promise<boolean> {
  if (code.kind === 'document') return new TextDecoder('windows-1252').decode(pdf).includes(`(${code.number})`);
  const entry = entries.find(({ index }) => index === code.index);
  return entry !== undefined && (await leafHash(entry.leaf)).startsWith(code.digest);
}

/** The leaf hash of the log (RFC 6962) in hex. */
async function leafHash(leaf: string): Promise<string> {
  const bytes = Uint8Array.from(`\0${atob(leaf)}`, (letter) => letter.codePointAt(0) ?? 0);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
