import * as z from 'zod/mini';
import type { Random } from '../random.ts';

type Json = {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Json[];
  readonly oneOf?: readonly Json[];
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
  readonly items?: Json;
  readonly minItems?: number;
  readonly prefixItems?: readonly Json[];
  readonly format?: string;
  readonly minLength?: number;
};

/** Existing values by field name. Without these values, few requests would pass validation. */
export type Vocabulary = Readonly<Record<string, readonly unknown[]>>;

export const pick = <Item>(random: Random, list: readonly Item[]): Item => {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined && list.length === 0) throw new Error('the list to pick from is empty');
  return item as Item;
};

/** Returns a value that usually fits the schema. */
export function sampleOf(schema: z.ZodMiniType, random: Random, words: Vocabulary): unknown {
  return sample(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json, random, words, '');
}

function sample(schema: Json, random: Random, words: Vocabulary, name: string): unknown {
  const known = Object.hasOwn(words, name) ? words[name] : undefined;
  if (known && known.length > 0 && !schema.enum && schema.const === undefined && random() < 0.9)
    return pick(random, known);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return pick(random, schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return sample(pick(random, either), random, words, name);
  switch (schema.type ?? 'string') {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([field]) => schema.required?.includes(field) === true || random() < 0.6)
          .map(([field, inner]) => [field, sample(inner, random, words, field)]),
      );
    case 'array':
      return (schema.prefixItems ?? Array.from({ length: schema.minItems ?? 1 }, () => schema.items ?? {})).map(
        (item) => sample(item, random, words, name),
      );
    case 'number':
    case 'integer':
      return pick(random, [1, 2, 10, 100]);
    case 'boolean':
      return random() < 0.5;
    case 'null':
      return null;
    default:
      return text(schema, random);
  }
}

function text({ format, minLength = 1 }: Json, random: Random): string {
  if (format === 'email') return `nobody-${Math.floor(random() * 100)}@florin.example`;
  if (format === 'date-time') return '2026-01-02T03:04:05Z';
  if (format === 'date') return '1987-03-14';
  return 'x'.repeat(Math.max(1, minLength));
}
