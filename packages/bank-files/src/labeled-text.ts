/** A part of a text: a label and the text after the label. The text before the first label has the label ''. */
export type LabeledPart = { readonly label: string; readonly value: string };

/** Cuts a text at its labels. The pattern is global. The first matching group is the label's name. */
export function labeledParts(text: string, pattern: RegExp): readonly LabeledPart[] {
  const parts: LabeledPart[] = [];
  let label = '';
  let start = 0;
  for (const match of text.matchAll(pattern)) {
    parts.push({ label, value: text.slice(start, match.index) });
    label = match.slice(1).find((group) => group !== undefined) ?? match[0];
    start = match.index + match[0].length;
  }
  parts.push({ label, value: text.slice(start) });
  return parts;
}

/** Returns the value of the first of these labels with a value. */
export function valueOf(parts: readonly LabeledPart[], ...labels: readonly string[]): string | null {
  for (const label of labels) {
    const found = parts.find((part) => part.label === label && part.value.trim() !== '');
    if (found) return found.value.trim();
  }
  return null;
}
