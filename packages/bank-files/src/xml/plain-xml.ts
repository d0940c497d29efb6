import type { XmlHandler } from './xml-handler.ts';

/** The content of a tag. Banks write a few different tags millions of times. */
type Tag = { readonly name: string; readonly attributes: Readonly<Record<string, string>>; readonly isEmpty: boolean };

const MAXIMUM_KNOWN_TAGS = 1_000;
const MAXIMUM_TAG = 1_000;

const startTag = /^([A-Za-z_:][\w:.-]*)((?:\s+[A-Za-z_:][\w:.-]*\s*=\s*(?:"[^"<&\t\n]*"|'[^'<&\t\n]*'))*)\s*(\/?)$/;
const attribute = /([A-Za-z_:][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** Matches the XML declaration and the whitespace that may come before the first tag. */
const prolog =
  /^(?:<\?xml\s+version\s*=\s*(["'])1\.0\1(?:\s+encoding\s*=\s*(["'])[A-Za-z][\w.-]*\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\3)?\s*\?>)?\s*(?=<[A-Za-z_:])/;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const notBlank = /\S/;

/**
 * Reads the common part of XML four times as fast as a whole parser: elements with attributes, texts, and the five
 * entities. This reader stops at other constructs and at errors, and a whole parser then continues at this place. The
 * handler gets the same events from both parsers.
 */
export class PlainXml {
  /** The full names of the open elements. */
  readonly open: string[] = [];
  readonly #handler: XmlHandler;
  readonly #known = new Map<string, Tag>();
  #rest = '';
  #at = 0;
  #isBefore = true; // the document has not begun
  #lines = 0;

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  /** Whether the document has ended. */
  get isAfter(): boolean {
    return !this.#isBefore && this.open.length === 0;
  }

  /** The number of line ends before the current place. */
  get lines(): number {
    let lines = this.#lines;
    for (let at = this.#rest.indexOf('\n'); at >= 0 && at < this.#at; at = this.#rest.indexOf('\n', at + 1)) lines += 1;
    return lines;
  }

  /** The length of the text that is held back because it is incomplete. */
  get held(): number {
    return this.#rest.length - this.#at;
  }

  /** The unread rest. */
  get rest(): string {
    return this.#rest.slice(this.#at);
  }

  /** Returns true if it has read all complete text. Otherwise a whole parser must read the rest. */
  write(text: string): boolean {
    this.#lines = this.lines;
    this.#rest = this.rest + text;
    this.#at = 0;
    if (this.#isBefore) {
      const before = prolog.exec(this.#rest)?.[0].length;
      if (before === undefined) return false;
      this.#at = before;
    }
    while (this.#at < this.#rest.length) {
      const start = this.#rest.indexOf('<', this.#at);
      if (start < 0) return this.open.length > 0 || !notBlank.test(this.rest);
      if (start > this.#at && !this.#text(this.#rest.slice(this.#at, start), start)) return false;
      const end = this.#rest.indexOf('>', start + 1);
      if (end < 0) return true;
      if (!this.#tag(start + 1, end)) return false;
    }
    return true;
  }

  #text(raw: string, end: number): boolean {
    if (this.open.length === 0) {
      if (notBlank.test(raw)) return false;
    } else {
      const text = raw.includes('&') ? decoded(raw) : raw;
      if (text === undefined || text.includes(']]>')) return false;
      this.#handler.text(text);
    }
    this.#at = end;
    return true;
  }

  #tag(start: number, end: number): boolean {
    if (this.#rest.charCodeAt(start) === SLASH) return this.#endTag(start + 1, end);
    const tag = this.#tagOf(this.#rest.slice(start, end));
    if (tag === undefined || this.isAfter) return false;
    this.#isBefore = false;
    this.#at = end + 1;
    this.open.push(tag.name);
    this.#handler.open(tag.name, tag.attributes);
    if (tag.isEmpty) this.#close(tag.name);
    return true;
  }

  #endTag(start: number, end: number): boolean {
    const last = this.open.at(-1);
    if (last === undefined || !this.#rest.startsWith(last, start)) return false;
    if (end !== start + last.length && notBlank.test(this.#rest.slice(start + last.length, end))) return false;
    this.#at = end + 1;
    this.#close(last);
    return true;
  }

  #close(last: string): void {
    this.open.pop();
    this.#handler.close(last);
  }

  #tagOf(text: string): Tag | undefined {
    const known = this.#known.get(text);
    if (known || text.length > MAXIMUM_TAG) return known;
    const tag = tagOf(text);
    if (tag && this.#known.size < MAXIMUM_KNOWN_TAGS) this.#known.set(text, tag);
    return tag;
  }
}

const SLASH = '/'.charCodeAt(0);

function tagOf(text: string): Tag | undefined {
  const [, own, within = '', slash] = startTag.exec(text) ?? [];
  if (own === undefined) return undefined;
  const pairs = [...within.matchAll(attribute)].map(([, key = '', double, single = '']) => [key, double ?? single]);
  const unique = new Map(pairs.map(([key = '', value = '']) => [key, value]));
  if (unique.size < pairs.length) return undefined;
  return { name: own, attributes: Object.fromEntries(unique), isEmpty: slash === '/' };
}

/**
 * Returns the text with replaced entities. Returns undefined if the text has an entity beyond the five entities of XML.
 */
function decoded(text: string): string | undefined {
  let isKnown = true;
  const replaced = text.replace(/&(?:(\w{1,4});)?/g, (_, entity?: string) => {
    const character = entity === undefined || !Object.hasOwn(entities, entity) ? undefined : entities[entity];
    isKnown &&= character !== undefined;
    return character ?? '';
  });
  return isKnown ? replaced : undefined;
}
