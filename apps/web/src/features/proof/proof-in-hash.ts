/** Returns the bytes of a proof in the address: `#proof=` and base64url, which the server never gets. */
export function proofInHash(hash: string): Uint8Array<ArrayBuffer> | undefined {
  const [, encoded] = /(?:^|[#&])proof=([\w-]+)=*$/.exec(hash) ?? [];
  if (encoded === undefined) return undefined;
  try {
    const text = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
  } catch {
    return undefined; // a link that was cut
  }
}
