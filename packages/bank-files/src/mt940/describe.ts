import type { Context, Description } from './description.ts';
import { freeText } from './free-text.ts';
import { joinedText } from './joined-text.ts';
import { slashCodes } from './slash-codes.ts';
import { structured } from './structured.ts';

/** Rabobank cuts its lines one character earlier than other banks. */
const SHORT_FULL_LINE = 64;

/** Detects the dialect of field 86 from its text, and reads the field. */
export function describe(lines: readonly string[], context: Context): Description {
  const joined = lines.join('');
  return (
    structured(joined, context) ?? slashCodes(joinedText(lines, SHORT_FULL_LINE), context) ?? freeText(lines, context)
  );
}
