const FULL_LINE = 65;

/** Joins lines of text. A full line was cut anywhere, also within a word; others end with a word. */
export function joinedText(lines: readonly string[], fullLine = FULL_LINE): string {
  const parts: string[] = [];
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    const isJoined = next === undefined || line.length >= fullLine || line.endsWith(' ') || next.startsWith(' ');
    parts.push(isJoined ? line : `${line} `);
  }
  return parts.join('').trim();
}
