/**
 * Returns whether this browser can check signatures. Older browsers lack Ed25519, and pages without HTTPS lack all of
 * Web Crypto. Without signature checks every proof would seem wrong.
 */
export async function checksSignatures(): Promise<boolean> {
  try {
    await crypto.subtle.importKey('raw', basePoint, 'Ed25519', false, ['verify']);
    return true;
  } catch {
    return false;
  }
}

/** A valid public key: the base point of the curve. */
const basePoint = Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? 0x58 : 0x66));
