import { Refusal } from '../refusal.ts';
import { isStorable } from './storable-text.ts';

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** No call needs deeper nesting. The check runs before the recursive parser. */
const maxDepth = 20;

/**
 * Parses the JSON of a request. A number that parsing would change (`1e2`, `-0`, `1.10`, 30 digits) stays text, so that
 * amounts are read from the sent digits and never from a float.
 */
export function parseJsonBody(text: string): unknown {
  if (isTooDeep(text)) throw malformed();
  try {
    return JSON.parse(text, (key, value: unknown, context?: { source?: string }) => {
      if (forbiddenKeys.has(key)) throw malformed();
      if (typeof value === 'string' && !isStorable(value)) throw malformed();
      const changed = typeof value === 'number' && context?.source !== undefined && String(value) !== context.source;
      return changed ? context.source : value;
    });
  } catch (error) {
    throw error instanceof Refusal ? error : malformed();
  }
}

const malformed = () => new Refusal('malformed_body', 'The request is not valid JSON.');

function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === '"') inString = !inString;
    else if (inString && character === '\\') i += 1;
    else if (inString) continue;
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth > maxDepth) return true;
  }
  return false;
}
