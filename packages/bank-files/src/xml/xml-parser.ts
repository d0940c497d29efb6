import { SaxesParser } from 'saxes';
import { BankFileError } from '../bank-file.ts';
import type { FormatReader } from '../output.ts';
import { PlainXml } from './plain-xml.ts';
import type { XmlHandler } from './xml-handler.ts';

const MAXIMUM_DEPTH = 64;
export const MAXIMUM_TEXT = 1_000_000;
const PIECE = 65_536;

/** Characters that XML forbids and banks nevertheless write: harmless in a text, invalid in a number. */
const forbidden = /[^\t\n\r\x20-\ufffd]/g;
const harmless = /malformed character entity|"\]\]>" is disallowed/;

/**
 * Parses XML in pieces. Rejects all constructs that could make a small file expensive. Errors name the line of the
 * file.
 */
export class XmlParser implements FormatReader {
  readonly #events: XmlHandler;
  readonly #warn: (text: string) => void;
  #plain: PlainXml | null;
  #parser: Parser | null = null;
  #linesBefore = 0;
  #heldReturn = ''; // its LF may come with the next piece
  #hasWarned = false;
  #isStarted = false;
  #depth = 0;
  #sinceEvent = 0;

  /** Without `startsPlain`, the whole parser reads everything. */
  constructor(handler: XmlHandler, warn: (text: string) => void, { startsPlain = true } = {}) {
    this.#warn = warn;
    this.#events = {
      open: (name, attributes) => {
        this.#depth += 1;
        if (this.#depth > MAXIMUM_DEPTH)
          throw new BankFileError(`Elements are nested more than ${MAXIMUM_DEPTH} deep.`);
        handler.open(withoutPrefix(name), attributes);
      },
      close: (name) => {
        this.#depth -= 1;
        handler.close(withoutPrefix(name));
      },
      text: (content) => {
        if (content.length > MAXIMUM_TEXT) throw tooLong();
        if (this.#depth > 0) handler.text(content);
      },
    };
    this.#plain = startsPlain ? new PlainXml(this.#events) : null;
  }

  write(text: string): void {
    const rest = this.#isStarted ? text : text.replace(/^[\s\ufeff]+/, ''); // XML allows nothing before its declaration
    if (rest === '') return;
    this.#isStarted = true;
    // Passes pieces, because the parser holds a text, comment or tag back until it is complete.
    for (let start = 0; start < rest.length; start += PIECE) this.#writePiece(rest.slice(start, start + PIECE));
  }

  end(): void {
    this.#withLine(() => {
      if (this.#plain?.isAfter && this.#plain.held === 0) return;
      this.#wholeParser().close();
    });
  }

  #writePiece(piece: string): void {
    const clean = piece.replace(forbidden, ' ');
    if (clean !== piece) this.#warnOnce();
    this.#withLine(() => {
      if (this.#plain && this.#writePlain(this.#plain, clean)) return;
      const isFirst = this.#plain !== null; // then the parser gets the piece with the rest
      this.#sinceEvent += clean.length;
      const parser = this.#wholeParser();
      if (!isFirst) parser.write(clean);
      if (this.#sinceEvent > MAXIMUM_TEXT + 2 * PIECE) throw tooLong();
    });
  }

  /** Returns whether the fast reader could read the piece. */
  #writePlain(plain: PlainXml, piece: string): boolean {
    const all = this.#heldReturn + piece;
    this.#heldReturn = all.endsWith('\r') ? '\r' : '';
    const text = all.slice(0, all.length - this.#heldReturn.length);
    const isRead = plain.write(text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);
    if (plain.held > MAXIMUM_TEXT + 2 * PIECE) throw tooLong();
    return isRead;
  }

  /**
   * Returns the whole parser. The parser first gets the text that the fast reader did not read, within the open
   * elements.
   */
  #wholeParser(): Parser {
    if (this.#parser) return this.#parser;
    const plain = this.#plain;
    let isSilent = true;
    const parser = newParser(
      {
        open: (name, attributes) => isSilent || this.#events.open(name, attributes),
        close: (name) => isSilent || this.#events.close(name),
        text: (text) => isSilent || this.#events.text(text),
      },
      () => (this.#sinceEvent = 0),
      () => this.#warnOnce(),
    );
    this.#parser = parser;
    if (plain) {
      parser.write(plain.isAfter ? '<a></a>' : plain.open.map((name) => `<${name}>`).join(''));
      this.#linesBefore = plain.lines;
    }
    isSilent = false;
    this.#plain = null;
    if (plain) parser.write(plain.rest + this.#heldReturn);
    return parser;
  }

  #withLine(action: () => unknown): void {
    try {
      action();
    } catch (error) {
      if (!(error instanceof BankFileError)) throw error;
      const line = this.#parser ? this.#linesBefore + this.#parser.line : (this.#plain?.lines ?? 0) + 1;
      throw new BankFileError(`Line ${line} of the file: ${error.message}`);
    }
  }

  #warnOnce(): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#warn('The file has characters that XML forbids.');
  }
}

type Parser = SaxesParser<{ xmlns: false; position: false }>;
type SilentHandler = { readonly [Event in keyof XmlHandler]: (...given: Parameters<XmlHandler[Event]>) => unknown };

/**
 * Returns a whole parser. The parser calls `onEvent` before each event, and `onHarmless` for a harmless violation of a
 * rule.
 */
function newParser(handler: SilentHandler, onEvent: () => void, onHarmless: () => void): Parser {
  const parser: Parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('opentag', ({ name, attributes }) => {
    onEvent();
    handler.open(name, attributes);
  });
  parser.on('closetag', ({ name }) => {
    onEvent();
    handler.close(name);
  });
  const text = (content: string) => {
    onEvent();
    handler.text(content);
  };
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('comment', onEvent);
  parser.on('doctype', () => {
    throw new BankFileError('The file has a document type declaration (DOCTYPE). Statements of banks have none.');
  });
  parser.on('error', ({ message }) => {
    if (!harmless.test(message)) throw new BankFileError(`The file is not correct XML: ${message.slice(0, 200)}`);
    onHarmless();
  });
  return parser;
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

const tooLong = (): BankFileError => new BankFileError(`A text is longer than ${MAXIMUM_TEXT} characters.`);
