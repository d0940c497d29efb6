/** Reads the fields of a record in sequence, including the record's continuations. */
export class RecordFields {
  readonly #pieces: readonly string[];
  #piece = 0;
  #position = 0;

  constructor(pieces: readonly string[]) {
    this.#pieces = pieces;
  }

  get isAtEnd(): boolean {
    return this.#piece >= this.#pieces.length;
  }

  /** Returns the next field without surrounding blanks. Returns '' after the last field. */
  next(): string {
    const piece = this.#pieces[this.#piece];
    if (piece === undefined) return '';
    const comma = piece.indexOf(',', this.#position);
    const field = piece.slice(this.#position, comma === -1 ? piece.length : comma);
    if (comma === -1) this.#nextPiece();
    else this.#position = comma + 1;
    return field.trim();
  }

  /** Returns the remaining fields as one text, with their commas. */
  rest(): string {
    const [first = '', ...others] = this.#pieces.slice(this.#piece);
    this.#piece = this.#pieces.length;
    return [first.slice(this.#position), ...others].join(' ').trim();
  }

  #nextPiece(): void {
    this.#piece += 1;
    this.#position = 0;
  }
}

/** Reads a funds type and its fields. Returns the value date YYMMDD, `0` for the same day, or null. */
export function nextFunds(fields: RecordFields): string | null {
  const type = fields.next().toUpperCase();
  if (type === 'V') {
    const date = fields.next();
    fields.next(); // the time
    return date === '' ? null : date;
  }
  if (type === 'S') for (let amount = 0; amount < 3; amount++) fields.next();
  if (type === 'D') {
    const pairs = Number(/^\d{1,3}$/.exec(fields.next())?.[0] ?? 0);
    for (let field = 0; field < 2 * pairs && !fields.isAtEnd; field++) fields.next();
  }
  return type === '0' ? type : null;
}
