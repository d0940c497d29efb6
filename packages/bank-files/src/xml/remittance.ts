import type { XmlElement } from './elements.ts';

/** The lengths at which banks cut a text, even within a word. The lengths are in characters, as in the schemas. */
const fullLines: ReadonlySet<number> = new Set([35, 70, 140]);

/**
 * Joins the parts of a text. Banks cut a full line within a word more often than after a word, so a full line gets no
 * blank behind it. Every other part gets a blank.
 */
export function joinedLines(lines: readonly string[]): string | null {
  let joined = '';
  let previous = '';
  for (const line of lines) {
    const needsBlank = joined !== '' && !fullLines.has(charactersIn(previous));
    joined += needsBlank ? ` ${line}` : line;
    previous = line;
  }
  const trimmed = joined.trim();
  return trimmed === '' ? null : trimmed;
}

/** Characters beyond U+FFFF, such as 𠮷, fill two units of a string. */
const charactersIn = (text: string): number => text.length - (text.match(/[\u{10000}-\u{10ffff}]/gu)?.length ?? 0);

/** No bank writes nearly this many parts. With so few parts, comparing each part with the whole text is fast enough. */
const MAXIMUM_PARTS = 100;
const MAXIMUM_TEXT = 10_000;

export type Remittance = { readonly text: string | null; readonly structured_reference: string | null };

/** Returns the purpose of the payment: the free text, the references and the remarks, each once. */
export function remittanceOf(information: XmlElement | null): Remittance {
  if (information === null) return { text: null, structured_reference: null };
  const lines = information.all('Ustrd').map(({ content }) => content.replace(/[\r\n]+\s*/g, ' '));
  const free = joinedLines(lines)?.slice(0, MAXIMUM_TEXT) ?? null;
  const structured = information.all('Strd').slice(0, MAXIMUM_PARTS);
  const references = structured.flatMap((part) => textsIn(part, 'CdtrRefInf', ['Ref', 'CdtrRef']));
  const remarks = structured.flatMap((part) => part.all('AddtlRmtInf').map((remark) => remark.text() ?? ''));
  let text = free;
  for (const part of [...references, ...remarks].slice(0, MAXIMUM_PARTS)) text = withPart(text, part);
  if (text === null) {
    const documents = structured.flatMap((part) => textsIn(part, 'RfrdDocInf', ['Nb', 'RfrdDocNb']));
    for (const part of documents.slice(0, MAXIMUM_PARTS)) text = withPart(text, part);
  }
  const iso = references.find((reference) => /^RF/i.test(reference));
  return { text, structured_reference: iso ?? references[0] ?? null };
}

const textsIn = (element: XmlElement, name: string, within: readonly string[]): readonly string[] =>
  element
    .all(name)
    .flatMap((child) => within.map((path) => child.textAt(path) ?? ''))
    .filter((text) => text !== '');

/** Adds a part, unless the text already contains the part, with or without blanks. */
function withPart(text: string | null, part: string): string | null {
  if (part === '') return text;
  if (text === null) return part;
  return withoutBlanks(text).includes(withoutBlanks(part)) ? text : `${text} ${part}`;
}

const withoutBlanks = (text: string): string => text.replace(/\s+/g, '');
