const FULL_LINE = 65;

/** Joins lines of text. Banks cut a full line at any character, even within a word. Shorter lines end with a word. */
export function joinedText(lines: readonly string[], fullLine = FULL_LINE): string {
  const parts: string[] = [];
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    const isJoined = next === undefined || line.length >= fullLine || line.endsWith(' ') || next.startsWith(' ');
    parts.push(isJoined ? line : `${line} `);
  }
  return parts.join('').trim();
}
