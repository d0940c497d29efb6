import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Returns the Link header with the files of the screen that a URL shows, as listed by the build. The browser can fetch
 * them while it reads the document. Returns `undefined` for an unknown screen. A business has the same screens below
 * `/b/<handle>`. A screen below another screen is listed with two segments.
 */
export function screenLinks(folder: string): (url: string) => string | undefined {
  const file = path.join(folder, 'screens.json');
  const filesOf: Record<string, string[]> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const links = new Map(Object.entries(filesOf).map(([screen, files]) => [screen, files.map(linkTo).join(', ')]));
  return (url) => {
    const [, screen = '', below = ''] = /^(?:\/b\/[^/?]+)?\/([\w-]+)(\/[\w-]+)?/.exec(url) ?? [];
    return links.get(screen + below) ?? links.get(screen);
  };
}

const linkTo = (file: string) =>
  `<${file}>; ${file.endsWith('.css') ? 'rel=preload; as=style' : 'rel=modulepreload'}; crossorigin`;
