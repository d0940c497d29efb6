import { setNonce } from 'get-nonce';

/** Passes the page's CSP nonce to the scroll lock of dialogs, which adds a style element. */
export function takeNonce() {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  if (nonce) setNonce(nonce);
}
