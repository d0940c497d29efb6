import { type Bytes, maxBytes } from './bytes.ts';

/** A PDF of Florin has fewer streams or files, and this number does not keep a reader busy. */
const maxStreams = 5_000;
const maxFiles = 20;
const maxDictionary = 2_000;

/**
 * Returns the text of the proof that is attached to a PDF, or undefined. Reads the streams of the file one by one,
 * because the attachment may be in any part, even after the signature.
 */
export async function attachedProof(pdf: Bytes): Promise<string | undefined> {
  const text = latin(pdf);
  let [streams, files] = [0, 0];
  for (const { index, 0: keyword } of text.matchAll(/(?<!end)stream\r?\n/g)) {
    if ((streams += 1) > maxStreams) return undefined;
    const before = text.slice(Math.max(0, index - maxDictionary), index);
    const dictionary = before.slice(Math.max(0, before.lastIndexOf(' obj')));
    if (!/\/EmbeddedFile\b/.test(dictionary)) continue;
    if ((files += 1) > maxFiles) return undefined;
    const start = index + keyword.length;
    const bytes = pdf.slice(start, endOf(text, start, dictionary));
    const isCompressed = /\/FlateDecode\b/.test(dictionary);
    const content = isCompressed ? await inflated(bytes, 'deflate') : new TextDecoder().decode(bytes);
    if (content?.includes('"florin-proof/1"')) return content.trim();
  }
  return undefined;
}

/** One character for each byte, so that positions in the text are positions in the file. */
export const latin = (bytes: Uint8Array): string => new TextDecoder('windows-1252').decode(bytes);

function endOf(text: string, start: number, dictionary: string): number {
  const [, length] = /\/Length (\d+)(?! \d+ R)\b/.exec(dictionary) ?? [];
  if (length !== undefined) return start + Number(length);
  const end = text.indexOf('endstream', start);
  return end < 0 ? text.length : end;
}

/** Returns the text, even if bytes follow the compressed bytes. Undefined for an unreadable or too large text. */
export async function inflated(bytes: Bytes, format: 'deflate' | 'gzip'): Promise<string | undefined> {
  const { readable, writable } = new DecompressionStream(format);
  const writer = writable.getWriter();
  void writer
    .write(bytes)
    .then(() => writer.close())
    .catch(() => undefined); // the reader gets the same error
  const reader = readable.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  try {
    for (let part = await reader.read(); part.value; part = await reader.read()) {
      length += part.value.length;
      if (length > maxBytes) return undefined;
      text += decoder.decode(part.value, { stream: true });
    }
  } catch {
    // Bytes after the end of the compressed bytes are an error. The error comes after the content.
  }
  return text === '' ? undefined : text;
}
