import type { ClipboardEvent } from 'react';

/**
 * Returns the single email address in copied text: `mailto:a@b.c?subject=…` or `Ines Almeida <a@b.c>`, with surrounding
 * spaces and invisible characters. Returns undefined for other text.
 */
export function addressIn(text: string): string | undefined {
  const seen = text.replaceAll(/\p{Cf}/gu, '').trim();
  const [, inBrackets = seen] = /<([^<>]*)>[,;.]?$/.exec(seen) ?? [];
  const [, linked] = /^mailto:([^?]*)/i.exec(inBrackets.trim()) ?? [];
  const address = (linked === undefined ? inBrackets : decoded(linked)).trim().replace(/[,;]$/, '');
  return /^[^\s<>,;@"]+@[^\s<>,;@"]+$/.test(address) ? address : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const valueOf = Object.getOwnPropertyDescriptor(globalThis.HTMLInputElement?.prototype ?? {}, 'value');

/** Pastes only the address if the pasted text contains an address. Other text is pasted unchanged. */
export function pasteAddress(event: ClipboardEvent<HTMLInputElement>): void {
  const text = event.clipboardData.getData('text');
  const address = addressIn(text);
  const input = event.currentTarget;
  if (address === undefined || address === text || input.readOnly) return;
  event.preventDefault();
  // The prototype's setter makes React handle the change like typed input.
  valueOf?.set?.call(input, address);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
