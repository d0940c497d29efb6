import type { ClipboardEvent } from 'react';

/**
 * The one email address in a text that was copied from a page, a mail or a link: `mailto:a@b.c?subject=…`,
 * `Ines Almeida <a@b.c>`, with blanks or invisible marks around it. Undefined where the text is no such thing.
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

/** Puts a pasted address into a field in its plain writing. What is no address is pasted as it is. */
export function pasteAddress(event: ClipboardEvent<HTMLInputElement>): void {
  const text = event.clipboardData.getData('text');
  const address = addressIn(text);
  const input = event.currentTarget;
  if (address === undefined || address === text || input.readOnly) return;
  event.preventDefault();
  // By the element's own setter, so that React hears of it as of anything that is typed.
  valueOf?.set?.call(input, address);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
