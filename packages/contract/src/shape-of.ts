import type * as z from 'zod/mini';
import type { Shape } from './shape.ts';

/** The shape of what a schema of an answer describes. Throws for a schema that no answer has had so far. */
export function shapeOf(schema: z.core.$ZodType): Shape {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  // What is missing is no mistake until an answer has it: then the build says so.
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check
  switch (def.type) {
    case 'object':
      return ['o', Object.fromEntries(Object.entries(def.shape).map(([name, part]) => [name, shapeOf(part)]))];
    case 'array':
      return ['a', shapeOf(def.element)];
    case 'tuple':
      return ['t', def.items.map(shapeOf)];
    case 'record':
      return ['r', shapeOf(def.valueType)];
    case 'union':
      return ['u', def.options.map(shapeOf)];
    case 'enum':
      return ['l', Object.values(def.entries)];
    case 'literal':
      return ['l', def.values];
    case 'optional':
      return ['?', shapeOf(def.innerType)];
    case 'nullable':
      return ['0', shapeOf(def.innerType)];
    case 'string':
      return textShape(def);
    case 'number':
    case 'boolean':
      return def.type;
    case 'unknown':
    case 'any':
      return 'any';
    default:
      throw new Error(`an answer cannot be checked for a schema of type "${def.type}"`);
  }
}

function textShape({ format, checks = [] }: { format?: string; checks?: readonly z.core.$ZodCheck[] }): Shape {
  if (format === 'datetime') return 'time';
  return checks.some(isExact) ? 'decimal' : 'string';
}

/** As `exact` of wire.ts. */
const isExact = ({ _zod: { def } }: z.core.$ZodCheck) =>
  'pattern' in def && def.pattern instanceof RegExp && def.pattern.source === String.raw`^-?\d+\.\d+$`;
