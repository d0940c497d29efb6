/** Browsers load it with every page. */
const maxBytes = 100_000;
const [minPixels, maxPixels] = [32, 2_048];

/** Returns the problem of a logo, or undefined. */
export function problemOfLogo({ type, bytes }: { readonly type: string; readonly bytes: Buffer }): string | undefined {
  if (bytes.length > maxBytes)
    return `must have at most ${maxBytes / 1_000} KB, not ${Math.ceil(bytes.length / 1_000)}.`;
  return type === 'image/png' ? problemOfPng(bytes) : problemOfSvg(bytes);
}

const pngStart = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');

function problemOfPng(bytes: Buffer): string | undefined {
  if (!bytes.subarray(0, pngStart.length).equals(pngStart) || bytes.length < 33) return 'must be a PNG image.';
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (width === height && width >= minPixels && width <= maxPixels) return undefined;
  return `must be square with ${minPixels} to ${maxPixels} pixels a side, not ${width} by ${height}.`;
}

/**
 * Content that an image must not have: scripts, handlers, embedded pages, entities, and anything that loads from
 * elsewhere. Browsers run no such content in an image, but they run it if the file is opened as a page.
 */
const forbidden = [
  [/<!(doctype|entity)/i, 'a document type'],
  [/<\s*(?:[\w-]+:)?script/i, 'a script'],
  [/<\s*(?:[\w-]+:)?(foreignobject|iframe|embed|object|audio|video)/i, 'embedded content'],
  [/[\s"'/]on[a-z]+\s*=/i, 'an event handler'],
  [/javascript:/i, 'a script'],
  [/@import/i, 'an imported style sheet'],
  [/\bhref\s*=\s*(?!["']\s*(?:#|data:image\/(?:png|jpeg);))/i, 'a link to another file'],
  [/url\(\s*(?!["']?\s*#)/i, 'a link to another file'],
] as const;

function problemOfSvg(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const content = text.replace(/^\s*<\?xml[^>]*\?>/, '').replace(/^(\s*<!--[\s\S]*?-->)*\s*/, '');
  if (text.includes('\uFFFD') || !/^<svg[\s>]/.test(content) || !/<\/svg>\s*$/.test(content))
    return 'must be an SVG image in UTF-8.';
  if (!content.includes('xmlns="http://www.w3.org/2000/svg"')) return 'must have xmlns="http://www.w3.org/2000/svg".';
  const found = forbidden.find(([pattern]) => pattern.test(content));
  return found && `must not contain ${found[1]}.`;
}
