import type { Context, Description } from './description.ts';
import { freeText } from './free-text.ts';
import { joinedText } from './joined-text.ts';
import { slashCodes } from './slash-codes.ts';
import { structured } from './structured.ts';

/** Rabobank cuts its lines one character earlier than the others. */
const SHORT_FULL_LINE = 64;

/** Reads field 86 in the dialect that its text shows. */
export function describe(lines: readonly string[], context: Context): Description {
  const joined = lines.join('');
  return (
    structured(joined, context) ?? slashCodes(joinedText(lines, SHORT_FULL_LINE), context) ?? freeText(lines, context)
  );
}
