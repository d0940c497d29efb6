import { setNonce } from 'get-nonce';

/** A dialog's scroll lock adds a style element; with this answer's nonce the content security policy lets it. */
export function takeNonce() {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  if (nonce) setNonce(nonce);
}
