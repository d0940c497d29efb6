import { detailsOfLines, type KnownLine } from './keep-lines.ts';

/** A line of the statement (`is_new`) or of an earlier file, with the details that are compared. */
export type Line = KnownLine & {
  readonly id: bigint;
  readonly is_new: boolean;
  readonly is_decided: boolean;
  readonly reversal: boolean;
  readonly counterparty: string | null;
  readonly counterparty_account: string | null;
  readonly remittance: string | null;
  readonly payment_reference: string | null;
  readonly end_to_end_id: string | null;
};

/** A new line, and the id of the stored line that equals it. */
export type RecognizedLine = KnownLine & {
  readonly id: bigint;
  readonly knownAs: bigint;
  /** One of the two lines has no day, so they are perhaps two payments. */
  readonly isUndated: boolean;
};

export type Kind = {
  /** The statement has no balances, so no later check finds a line that is booked twice. */
  readonly isReport: boolean;
  /** In each pair, one line has no day. Otherwise both have the same day, and only one has the bank's reference. */
  readonly isUndated: boolean;
};

export type Pairs = {
  /** The new lines that an earlier file already contained. */
  readonly known: RecognizedLine[];
  /** The ids of earlier lines that could be one of several new lines, and have an owner already. */
  readonly doubtful: bigint[];
};

/** Returns the new lines of one amount that have a partner. An earlier line with more details chooses first. */
export function pairsOf(fresh: readonly Line[], earlier: readonly Line[], kind: Kind): Pairs {
  const left = new Map<string, Line[]>();
  for (const line of fresh.toReversed()) {
    const equal = left.get(detailsOf(line)) ?? [];
    equal.push(line);
    left.set(detailsOf(line), equal);
  }
  const pairs: Pairs = { known: [], doubtful: [] };
  for (const line of earlier.toSorted((a, b) => namedBy(b) - namedBy(a))) {
    const same = partnersAmong(left, line, kind);
    // The money of a decided line has an owner, who must not get it again. A report books none of the possible lines.
    const isDoubtful = line.is_decided && same.length > 1;
    if (isDoubtful) pairs.doubtful.push(line.id);
    if (isDoubtful && !kind.isReport) continue;
    for (const details of isDoubtful ? same : same.slice(0, 1)) {
      const partner = left.get(details)?.pop();
      if (left.get(details)?.length === 0) left.delete(details);
      if (partner) pairs.known.push({ ...partner, knownAs: line.id, isUndated: kind.isUndated });
    }
  }
  return pairs;
}

/** Returns pairs of a new and an earlier line with the same amount and the same reference of the bank. */
export function pairsByReference(lines: readonly Line[]): readonly RecognizedLine[] {
  const keyOf = ({ amount, reversal, bank_reference: reference }: Line) => `${amount} ${reversal} ${reference}`;
  const named = lines.filter(({ bank_reference: reference }) => reference !== '');
  const earlier = new Map<string, Line[]>();
  for (const line of named) if (!line.is_new) earlier.set(keyOf(line), [...(earlier.get(keyOf(line)) ?? []), line]);
  return named.flatMap((line) => {
    const known = line.is_new ? earlier.get(keyOf(line))?.shift() : undefined;
    return known ? { ...line, knownAs: known.id, isUndated: true } : [];
  });
}

/** Returns the details of the line itself, or else the details that agree with the line in the most detailsOfLines. */
function partnersAmong(left: ReadonlyMap<string, readonly Line[]>, line: Line, kind: Kind): readonly string[] {
  const equal = equalDetails(line, kind).find((details) => left.has(details));
  if (equal !== undefined) return [equal];
  let most = 0;
  let best: string[] = [];
  for (const [details, [other]] of left) {
    if (!other || !isSimilar(line, other, kind)) continue;
    const agreed = detailsOfLines.filter((field) => line[field] !== null && line[field] === other[field]).length;
    if (agreed > most) best = [];
    most = Math.max(most, agreed);
    if (agreed === most) best.push(details);
  }
  return best;
}

/** Returns the details of lines that differ from the line only in the reference of the bank. */
function equalDetails(line: Line, { isUndated }: Kind): readonly string[] {
  if (!isUndated) return [detailsOf(line, line.bank_reference !== '')];
  return line.bank_reference === '' ? [detailsOf(line, true), detailsOf(line, false)] : [detailsOf(line, true)];
}

const isSimilar = (a: Line, b: Line, { isUndated }: Kind): boolean => {
  const isWithout = [a, b].filter(({ bank_reference: reference }) => reference === '').length;
  return (
    (isUndated ? isWithout > 0 : isWithout === 1) &&
    detailsOfLines.every((field) => a[field] === null || b[field] === null || a[field] === b[field])
  );
};

const namedBy = (line: Line): number => detailsOfLines.filter((field) => line[field] !== null).length;

const detailsOf = (line: Line, isWithoutReference = line.bank_reference === ''): string =>
  JSON.stringify([isWithoutReference, ...detailsOfLines.map((field) => line[field])]);
