import * as z from 'zod/mini';
import { Refusal } from '../refusal.ts';

/** Parses a part of a request by its schema. Refusals: `invalid_request`, with a sentence for each invalid field. */
export function parsePart(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = z.safeParse(schema, value ?? {}, { error: sentenceFor });
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message;
  throw new Refusal('invalid_request', Object.values(fields)[0] ?? 'Check what you entered.', { fields });
}

/** Returns a sentence for people for a validation error. A schema's own sentence takes precedence. */
export function sentenceFor(issue: z.core.$ZodRawIssue): string {
  const name = nameOf(issue.path);
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? `Enter the ${name}.`
        : `The ${name} must be ${typeNames[issue.expected] ?? 'of a different type'}.`;
    case 'too_small':
      return tooSmall(name, issue);
    case 'too_big':
      return tooBig(name, issue);
    case 'invalid_value':
      return isMissing(issue)
        ? `Enter the ${name}.`
        : `The ${name} must be one of: ${issue.values.map(String).join(', ')}.`;
    case 'invalid_format':
      return issue.format === 'datetime'
        ? `Enter the ${name} as a date and time, such as 2026-01-31T12:00:00Z.`
        : `The ${name} has the wrong format.`;
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return isMissing(issue) ? `Enter the ${name}.` : `The ${name} is not valid. Check what you entered.`;
  }
}

const isMissing = ({ input }: z.core.$ZodRawIssue) => input === undefined || input === null || input === '';

type TooSmall = z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>;
type TooBig = z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>;

function tooSmall(name: string, { origin, minimum, input }: TooSmall): string {
  if (origin === 'string')
    return input === '' || minimum === 1 ? `Enter the ${name}.` : `The ${name} needs at least ${minimum} characters.`;
  if (origin === 'array') return `Choose at least ${minimum} of the ${name}.`;
  return `The ${name} must be ${minimum} or more.`;
}

function tooBig(name: string, { origin, maximum }: TooBig): string {
  if (origin === 'string') return `The ${name} can have at most ${maximum} characters.`;
  if (origin === 'array') return `The ${name} can have at most ${maximum} entries.`;
  return `The ${name} must be ${maximum} or less.`;
}

/** Returns the field's name as words: `crypto_symbol` or `cryptoSymbol` becomes "crypto symbol". Ignores list indexes. */
function nameOf(path: readonly PropertyKey[] = []): string {
  const name = path.findLast((part) => typeof part === 'string') ?? 'request';
  return String(name)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with fields',
  record: 'an object with fields',
};
