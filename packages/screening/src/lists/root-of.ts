import type { Bytes } from '../screening-list.ts';
import { decoded } from './decode.ts';

/** Returns the name of the first element of an XML file, without the prefix. */
export async function rootOf(beginning: Bytes): Promise<string | null> {
  let text = '';
  for await (const piece of decoded(beginning)) text += piece;
  return /<(?:[\w.-]+:)?([A-Za-z][\w.-]*)/.exec(text.replace(/<!--[^]*?-->/g, ''))?.[1] ?? null;
}
