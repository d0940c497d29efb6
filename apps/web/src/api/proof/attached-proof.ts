/** The largest proof that is read, like that of the verifier. */
const maxBytes = 20_000_000;
const maxStreams = 5_000;

/**
 * Returns the text of the proof that is attached to a PDF, or undefined. Reads the streams of the file one by one, because the
 * attachment may be in any part of it, also after the signature.
 */
export async function attachedProof(pdf: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const text = latin(pdf);
  let count = 0;
  for (const { index, 0: keyword } of text.matchAll(/(?<!end)stream\r?\n/g)) {
    if ((count += 1) > maxStreams) return undefined;
    const dictionary = text.slice(Math.max(0, text.lastIndexOf(' obj', index)), index);
    if (!/\/EmbeddedFile\b/.test(dictionary)) continue;
    const start = index + keyword.length;
    const bytes = pdf.slice(start, endOf(text, start, dictionary));
    const content = /\/FlateDecode\b/.test(dictionary) ? await inflated(bytes, 'deflate') : latinToUtf8(bytes);
    if (content?.includes('"florin-proof/1"')) return content.trim();
  }
  return undefined;
}

function endOf(text: string, start: number, dictionary: string): number {
  const [, length] = /\/Length (\d+)(?! \d+ R)\b/.exec(dictionary) ?? [];
  if (length !== undefined) return start + Number(length);
  const end = text.indexOf('endstream', start);
  return end < 0 ? text.length : end;
}

/** One character for each byte, so that positions in the text are positions in the file. */
const latin = (bytes: Uint8Array): string => new TextDecoder('windows-1252').decode(bytes);
const latinToUtf8 = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Returns the text, also if bytes follow the compressed ones. Undefined if nothing is readable or it is too large. */
export async function inflated(
  bytes: Uint8Array<ArrayBuffer>,
  format: 'deflate' | 'gzip',
): Promise<string | undefined> {
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
    // The bytes after the end of the compressed ones are an error, which comes after their content.
  }
  return text === '' ? undefined : text;
}
