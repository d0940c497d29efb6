/** A field of a message: `:61:` and its lines. */
export type Field = { readonly tag: string; readonly lines: string[]; readonly lineNumber: number };

/** Receives the parts of a file's text in order. */
type FieldTaker = {
  readonly field: (field: Field) => void;
  /** A block in braces before a message, such as `{1:F01INGBNL2AXXXX00001}{2:I940INGBNL2AXXXN}{4:`. */
  readonly header: (text: string) => void;
};

const MAXIMUM_FIELD = 20_000;

const tagged = /^\s*:(\d\d[A-Z]?|NS|94[0-2]):(.*)$/s;
/** The two-digit tags of the messages. Other digits between colons are times of day within a text. */
const plainTags = new Set(['20', '21', '25', '28', '61', '64', '65', '86']);
const header = /^\{[1-5]:/;

/** Cuts lines into fields. Messages end with `-` or `-}`, or at the begin of the next message. */
export class Fields {
  readonly #taker: FieldTaker;
  #open: Field | null = null;
  #size = 0;
  #lineNumber = 0;

  constructor(taker: FieldTaker) {
    this.#taker = taker;
  }

  line(line: string): void {
    this.#lineNumber += 1;
    this.#part(withoutFrame(line));
  }

  end(): void {
    const field = this.#open;
    this.#open = null;
    if (field) this.#taker.field(field);
  }

  #part(text: string): void {
    if (text.startsWith('-}')) return this.#afterMessage(text.slice(2));
    if (text.trimEnd() === '-') return this.end();
    if (header.test(text)) return this.#header(text);
    const [, tag, value = ''] = tagged.exec(text) ?? [];
    if (tag === undefined || this.#isText(tag, value)) return this.#continue(text);
    this.end();
    this.#size = value.length;
    this.#open = { tag, lines: [withoutEnd(value.slice(0, MAXIMUM_FIELD))], lineNumber: this.#lineNumber };
    return undefined;
  }

  #afterMessage(text: string): void {
    this.end();
    const rest = withoutFrame(text);
    if (header.test(rest)) this.#header(rest);
  }

  #header(text: string): void {
    this.end();
    this.#taker.header(text);
    const body = text.indexOf('{4:');
    const rest = body === -1 ? '' : text.slice(body + 3);
    if (rest.trim() !== '') this.#part(rest);
  }

  #continue(text: string): void {
    this.#size += text.length + 1;
    if (this.#open && this.#size <= MAXIMUM_FIELD) this.#open.lines.push(withoutEnd(text));
  }

  /** Returns whether `:12:30` or `:20:15` continues a time of day that a line break cuts. */
  #isText(tag: string, value: string): boolean {
    if (this.#open?.tag !== '86' || !/^\d\d$/.test(tag)) return false;
    if (!plainTags.has(tag)) return true;
    return /\d\d$/.test(this.#open.lines.at(-1) ?? '') && /^[0-5]\d(?!\d)/.test(value) && Number(tag) < 60;
  }
}

/** Removes the framing of a message in transmission: control characters and `$`. */
function withoutFrame(line: string): string {
  let start = 0;
  while (start < line.length && (line.charCodeAt(start) < 9 || line.charAt(start) === '\ufeff')) start += 1;
  const rest = line.slice(start);
  return rest.startsWith('${') ? rest.slice(1) : rest;
}

/** Removes the end of a message on the line of its last field. */
function withoutEnd(line: string): string {
  const end = line.indexOf('-}');
  const isEnd = end !== -1 && /^-\}(?:$|\{5:)/.test(line.slice(end).trimEnd());
  return isEnd ? line.slice(0, end) : line;
}
