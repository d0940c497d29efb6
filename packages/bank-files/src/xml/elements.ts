import { BankFileError } from '../bank-file.ts';
import type { XmlHandler } from './xml-handler.ts';
import { MAXIMUM_TEXT } from './xml-parser.ts';

/** The elements to read, by name, with their inner elements to read. All other elements are skipped. */
export type Wanted = { readonly [name: string]: Wanted };

type Shape = { readonly children: ReadonlyMap<string, Shape>; readonly isPart: boolean };

/** Receives the parts of a message during reading. */
export type PartHandler = {
  readonly opened: (part: XmlElement) => void;
  readonly closed: (part: XmlElement) => void;
};

/** The maximum memory of one part, such as an entry with all its details, in bytes. */
const MAXIMUM_PART = 200_000_000;
const SIZE_OF_ELEMENT = 100;
/** The counted size of a nested part that a handler may keep, in bytes. */
const SIZE_OF_KEPT_PART = 500;

const none: readonly XmlElement[] = [];

/** An element without unused elements, and without elements that are separate parts. */
export class XmlElement {
  readonly name: string;
  readonly shape: Shape;
  /** The attribute `Ccy`. */
  readonly currency: string | null;
  content = '';
  children: readonly XmlElement[] = none;

  constructor(name: string, shape: Shape, currency: string | null) {
    this.name = name;
    this.shape = shape;
    this.currency = currency;
  }

  add(child: XmlElement): void {
    if (this.children === none) this.children = [child];
    else (this.children as XmlElement[]).push(child);
  }

  all(name: string): readonly XmlElement[] {
    return this.children.filter((child) => child.name === name);
  }

  /** Returns the first element on this path. */
  at(...path: readonly string[]): XmlElement | null {
    return path.reduce<XmlElement | null>((element, name) => element && element.#child(name), this);
  }

  /** Returns the only element with this name. Throws a `BankFileError` for several elements. */
  only(name: string): XmlElement | null {
    const found = this.#child(name);
    if (found !== null && this.children.some((child) => child !== found && child.name === name))
      throw new BankFileError(`${this.name} has more than one ${name}.`);
    return found;
  }

  /** Returns the text of the first element on this path. Returns null without such an element, and for a blank text. */
  textAt(...path: readonly string[]): string | null {
    return this.at(...path)?.text() ?? null;
  }

  text(): string | null {
    const trimmed = this.content.trim();
    return trimmed === '' ? null : trimmed;
  }

  #child(name: string): XmlElement | null {
    for (const child of this.children) if (child.name === name) return child;
    return null;
  }
}

/**
 * Compiles once the list of elements to read. `parts` are the names of the elements that the handler gets one by one.
 */
export const shapeOf = (wanted: Wanted, parts: readonly string[]): Shape => compiled('', wanted, new Set(parts));

const compiled = (name: string, wanted: Wanted, parts: ReadonlySet<string>): Shape => ({
  children: new Map(Object.entries(wanted).map(([child, within]) => [child, compiled(child, within, parts)])),
  isPart: parts.has(name),
});

/**
 * Builds the wanted elements of a message and passes the elements to the handler part by part, so memory stays small.
 */
export class ElementBuilder implements XmlHandler {
  readonly #handler: PartHandler;
  readonly #open: XmlElement[];
  #top: XmlElement;
  #skipped = 0;
  #textSize = 0;
  #elementSize = 0;
  readonly #elementSizes: number[] = []; // at the start of each open part

  constructor(shape: Shape, handler: PartHandler) {
    this.#handler = handler;
    this.#top = new XmlElement('', shape, null);
    this.#open = [this.#top];
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const shape = this.#skipped > 0 ? undefined : this.#top.shape.children.get(name);
    if (shape === undefined) {
      this.#skipped += 1;
      return;
    }
    const element = new XmlElement(name, shape, attributes['Ccy']?.trim() ?? null);
    this.#open.push(element);
    this.#top = element;
    if (shape.isPart) {
      this.#elementSizes.push(this.#elementSize);
      this.#handler.opened(element);
    }
    this.#elementSize += SIZE_OF_ELEMENT;
    this.#checkSize();
  }

  text(text: string): void {
    if (this.#skipped > 0) return;
    const top = this.#top;
    if (top.shape.children.size > 0 && text.trim() === '') return;
    top.content += text;
    if (top.content.length > MAXIMUM_TEXT)
      throw new BankFileError(`${top.name} is longer than ${MAXIMUM_TEXT} characters.`);
    this.#textSize += text.length;
    this.#checkSize();
  }

  close(): void {
    if (this.#skipped > 0) {
      this.#skipped -= 1;
      return;
    }
    const element = this.#top;
    this.#open.pop();
    this.#top = this.#open.at(-1) ?? element;
    if (element.shape.isPart) this.#closePart(element);
    else this.#top.add(element);
  }

  #closePart(part: XmlElement): void {
    this.#handler.closed(part);
    this.#elementSize = (this.#elementSizes.pop() ?? 0) + SIZE_OF_KEPT_PART;
    if (this.#open.length > 2) return;
    // Only the statement is open, because the builder keeps no part of the finished entry.
    this.#elementSize = 0;
    this.#textSize = 0;
  }

  #checkSize(): void {
    if (this.#textSize + this.#elementSize > MAXIMUM_PART)
      throw new BankFileError('An entry or another element has too many details to read.');
  }
}
