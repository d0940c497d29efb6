import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * What the browser may fetch while it still reads the document: the files of the screen that an address is for, as the
 * build has written them down. The value of a Link header; `undefined` where nothing is known of the address.
 */
export function screenLinks(folder: string): (url: string) => string | undefined {
  const file = path.join(folder, 'screens.json');
  const filesOf: Record<string, string[]> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const links = new Map(Object.entries(filesOf).map(([screen, files]) => [screen, files.map(linkTo).join(', ')]));
  return (url) => links.get(/^\/([\w-]+)/.exec(url)?.[1] ?? '');
}

const linkTo = (file: string) =>
  `<${file}>; ${file.endsWith('.css') ? 'rel=preload; as=style' : 'rel=modulepreload'}; crossorigin`;
