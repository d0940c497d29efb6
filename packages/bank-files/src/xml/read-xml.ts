import { BankFileError, type BankFileFormat } from '../bank-file.ts';
import type { FormatReader, Output } from '../output.ts';
import { ElementBuilder } from './elements.ts';
import { formatOf, nameIn, otherMessage, type MessageHandler } from './messages.ts';
import { paymentMessageHandler } from './payment-message.ts';
import { paymentMessage, statementMessage, statusMessage } from './shapes.ts';
import { statementMessageHandler } from './statement-message.ts';
import { statusMessageHandler } from './status-message.ts';
import type { XmlHandler } from './xml-handler.ts';
import { XmlParser } from './xml-parser.ts';

/** Reads camt.052, camt.053, camt.054 and pain.002, with or without an envelope, with or without a namespace. */
export function readXml(file: string, output: Output): FormatReader {
  const document = new Document(file, output);
  const parser = new XmlParser(document, (text) => document.warn(text));
  return {
    write: (text) => parser.write(text),
    end: () => {
      parser.end();
      document.end();
    },
  };
}

type Ancestor = { readonly name: string; readonly namespaces: readonly string[] };
type OpenMessage = { readonly builder: ElementBuilder; readonly handler: MessageHandler };

const MAXIMUM_NAMESPACE = 200;

/** Finds the messages in a file and passes their elements to the messages' readers. */
class Document implements XmlHandler {
  readonly #file: string;
  readonly #output: Output;
  readonly #ancestors: Ancestor[] = [];
  readonly #earlyWarnings: string[] = []; // from before the format is known
  #message: OpenMessage | null = null;
  #depthInMessage = 0;
  #format: BankFileFormat | null = null;

  constructor(file: string, output: Output) {
    this.#file = file;
    this.#output = output;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#message !== null) {
      this.#depthInMessage += 1;
      return this.#message.builder.open(name, attributes);
    }
    const parent = this.#ancestors.at(-1)?.name;
    const format = formatOf(name);
    this.#ancestors.push({ name, namespaces: namespacesOf(attributes) });
    if (format !== null) return this.#start(format);
    if (parent === 'Document') throw notReadable(name, this.#namespaces());
    return undefined;
  }

  text(text: string): void {
    this.#message?.builder.text(text);
  }

  close(): void {
    if (this.#message !== null && this.#depthInMessage > 0) {
      this.#depthInMessage -= 1;
      this.#message.builder.close();
      return;
    }
    this.#message?.handler.end();
    this.#message = null;
    this.#ancestors.pop();
  }

  end(): void {
    if (this.#format === null)
      throw new BankFileError(
        'The file is XML, but it has no message of camt.052, camt.053, camt.054, pain.001 or pain.002.',
      );
  }

  warn(text: string): void {
    if (this.#format === null) this.#earlyWarnings.push(text);
    else this.#output.warn(text);
  }

  #start(format: BankFileFormat): void {
    if (this.#format !== format) this.#output.file(this.#file, format);
    this.#format = format;
    for (const warning of this.#earlyWarnings.splice(0)) this.#output.warn(warning);
    this.#checkNamespace(format);
    const [shape, handler] = readerOf(format, this.#output);
    this.#message = { builder: new ElementBuilder(shape, handler), handler };
  }

  #checkNamespace(format: BankFileFormat): void {
    const namespaces = this.#namespaces();
    if (namespaces.some((namespace) => namespace.includes(format))) return;
    const named = nameIn(namespaces) ?? namespaces.at(-1);
    this.warn(
      named === undefined
        ? `The file has no namespace. It was read as ${format}.`
        : `The file's namespace names ${named}. It was read as ${format}.`,
    );
  }

  #namespaces(): readonly string[] {
    return this.#ancestors.flatMap((ancestor) => ancestor.namespaces);
  }
}

function readerOf(format: BankFileFormat, output: Output): readonly [typeof statementMessage, MessageHandler] {
  if (format === 'pain.001') return [paymentMessage, paymentMessageHandler(output)];
  if (format === 'pain.002') return [statusMessage, statusMessageHandler(output)];
  return [statementMessage, statementMessageHandler(output, format)];
}

const namespacesOf = (attributes: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(attributes)
    .filter(([name, value]) => /^xmlns(?::|$)/.test(name) && !value.includes('XMLSchema-instance'))
    .map(([, value]) => value.slice(0, MAXIMUM_NAMESPACE));

function notReadable(element: string, namespaces: readonly string[]): BankFileError {
  const name = otherMessage(element, namespaces) ?? `"${element.slice(0, 40)}"`;
  return new BankFileError(
    `The message is ${name}. Only camt.052, camt.053, camt.054, pain.001 and pain.002 can be read.`,
  );
}
