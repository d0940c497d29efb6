/** An XML element: its name, optionally with attributes, and its text or children. Null children are left out. */
export type Element = readonly [name: string, ...content: (string | Element | null)[]];

/**
 * Returns an element as text, each element on a separate line. A name may have attributes: `Amt Ccy="EUR"`. Leaves out
 * an element without content, because the schemas allow no empty element.
 */
export function xml(element: Element, depth = 0): string {
  const [name, ...content] = element;
  const indent = '  '.repeat(depth);
  const inner = content.filter((one) => one !== null);
  const tag = name.split(' ', 1)[0] ?? name;
  if (inner.length === 0) return '';
  if (inner.every((one) => typeof one === 'string'))
    return `${indent}<${name}>${inner.map(escaped).join('')}</${tag}>\n`;
  const children = inner.map((one) => (typeof one === 'string' ? escaped(one) : xml(one, depth + 1))).join('');
  return children === '' ? '' : `${indent}<${name}>\n${children}${indent}</${tag}>\n`;
}

/** Returns an element, or null for an empty text. */
export const optional = (name: string, text: string | null | undefined): Element | null =>
  text === null || text === undefined || text === '' ? null : [name, text];

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

export const namespaceOf = (message: string): string => `urn:iso:std:iso:20022:tech:xsd:${message}`;

/** Returns at most this many characters. Never cuts a character in half. */
export const shortened = (text: string | null | undefined, maximum: number): string =>
  Array.from(text ?? '')
    .slice(0, maximum)
    .join('');

/** XML 1.0 cannot represent control characters and halves of characters. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\x20-\ufffd\u{10000}-\u{10ffff}]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
