import { SaxesParser } from 'saxes';
import { ScreeningListError, type Bytes } from '../screening-list.ts';
import { decoded } from './decode.ts';

export type XmlHandler = {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  /** Receives an element's text without surrounding blanks. */
  readonly close: (name: string, text: string) => void;
};

const MAXIMUM_DEPTH = 32;
const MAXIMUM_TEXT = 1_000_000;

/**
 * Reads XML in pieces. Names have no prefix. Rejects document types and thus all custom entities. Rejects all other
 * constructs that make a small file expensive.
 *
 * @param root the expected name of the first element
 */
export async function readXml(bytes: Bytes, root: string, handler: XmlHandler): Promise<void> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  const fail = (what: string): never => {
    throw new ScreeningListError(`Line ${parser.line}: ${what}`);
  };
  let depth = 0;
  let text = '';
  let sinceTag = 0;
  parser.on('opentag', ({ name, attributes }) => {
    const local = withoutPrefix(name);
    depth += 1;
    if (depth === 1 && local !== root) fail(`The file begins with <${local.slice(0, 50)}> and not with <${root}>.`);
    if (depth > MAXIMUM_DEPTH) fail(`Elements are nested more than ${MAXIMUM_DEPTH} deep.`);
    text = '';
    sinceTag = 0;
    handler.open(local, attributes);
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    handler.close(withoutPrefix(name), text.trim());
    text = '';
    sinceTag = 0;
  });
  const append = (part: string) => {
    text += part;
    if (text.length > MAXIMUM_TEXT) fail(`A text is longer than ${MAXIMUM_TEXT} characters.`);
  };
  parser.on('text', append);
  parser.on('cdata', append);
  parser.on('comment', () => (sinceTag = 0));
  parser.on('doctype', () => fail('The file has a document type declaration (DOCTYPE), which published lists lack.'));
  parser.on('error', ({ message }) => fail(`The file is not correct XML: ${message.slice(0, 200)}`));
  for await (const piece of decoded(bytes)) {
    sinceTag += piece.length;
    parser.write(piece);
    // The parser holds back a text, comment or tag until it is complete.
    if (sinceTag > 2 * MAXIMUM_TEXT) fail(`A text is longer than ${MAXIMUM_TEXT} characters.`);
  }
  parser.close();
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);
