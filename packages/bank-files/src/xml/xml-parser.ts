import { SaxesParser } from 'saxes';
import { BankFileError } from '../bank-file.ts';
import type { FormatReader } from '../output.ts';

/** Takes the elements of an XML file. Names have no namespace prefix. */
export type XmlHandler = {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  /** The text between two tags, possibly in several parts. */
  readonly text: (text: string) => void;
  readonly close: (name: string) => void;
};

const MAXIMUM_DEPTH = 64;
export const MAXIMUM_TEXT = 1_000_000;
const PIECE = 65_536;

/** Characters that XML forbids and banks nevertheless write. They do no harm in a text, but make a number invalid. */
const forbidden = /[^\t\n\r\x20-\ufffd]/g;
const harmless = /malformed character entity|"\]\]>" is disallowed/;

/**
 * Parses XML in pieces. Rejects all constructs that could make a small file expensive. Errors name the line of the
 * file.
 */
export class XmlParser implements FormatReader {
  readonly #parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  readonly #warn: (text: string) => void;
  #hasWarned = false;
  #isStarted = false;
  #depth = 0;
  #sinceEvent = 0;

  constructor(handler: XmlHandler, warn: (text: string) => void) {
    this.#warn = warn;
    const parser = this.#parser;
    parser.on('opentag', ({ name, attributes }) => {
      this.#sinceEvent = 0;
      this.#depth += 1;
      if (this.#depth > MAXIMUM_DEPTH) throw new BankFileError(`Elements are nested more than ${MAXIMUM_DEPTH} deep.`);
      handler.open(withoutPrefix(name), attributes);
    });
    parser.on('closetag', ({ name }) => {
      this.#sinceEvent = 0;
      this.#depth -= 1;
      handler.close(withoutPrefix(name));
    });
    const text = (content: string) => {
      this.#sinceEvent = 0;
      if (content.length > MAXIMUM_TEXT) throw tooLong();
      handler.text(content);
    };
    parser.on('text', text);
    parser.on('cdata', text);
    parser.on('comment', () => {
      this.#sinceEvent = 0;
    });
    parser.on('doctype', () => {
      throw new BankFileError('The file has a document type declaration (DOCTYPE). Statements of banks have none.');
    });
    parser.on('error', ({ message }) => {
      if (!harmless.test(message)) throw new BankFileError(`The file is not correct XML: ${message.slice(0, 200)}`);
      this.#warnOnce();
    });
  }

  write(text: string): void {
    const rest = this.#isStarted ? text : text.replace(/^[\s\ufeff]+/, ''); // XML allows nothing before its declaration
    if (rest === '') return;
    this.#isStarted = true;
    // Pieces, because the parser holds a text, comment or tag back until it is complete.
    for (let start = 0; start < rest.length; start += PIECE) this.#writePiece(rest.slice(start, start + PIECE));
  }

  end(): void {
    this.#withLine(() => this.#parser.close());
  }

  #writePiece(piece: string): void {
    const clean = piece.replace(forbidden, ' ');
    if (clean !== piece) this.#warnOnce();
    this.#sinceEvent += clean.length;
    this.#withLine(() => this.#parser.write(clean));
    if (this.#sinceEvent > MAXIMUM_TEXT + 2 * PIECE) this.#withLine(() => raise(tooLong()));
  }

  #withLine(action: () => unknown): void {
    try {
      action();
    } catch (error) {
      if (!(error instanceof BankFileError)) throw error;
      throw new BankFileError(`Line ${this.#parser.line} of the file: ${error.message}`);
    }
  }

  #warnOnce(): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#warn('The file has characters that XML forbids.');
  }
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

const tooLong = (): BankFileError => new BankFileError(`A text is longer than ${MAXIMUM_TEXT} characters.`);

function raise(error: BankFileError): never {
  throw error;
}
