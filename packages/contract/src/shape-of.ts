import type * as z from 'zod/mini';
import type { Shape } from './shape.ts';

/** Returns the shape of a response schema. Throws for schema types that no response uses yet. */
export function shapeOf(schema: z.core.$ZodType): Shape {
  const { def } = (schema as z.core.$ZodTypes)._zod;
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
    case 'bigint':
    case 'catch':
    case 'custom':
    case 'date':
    case 'default':
    case 'file':
    case 'function':
    case 'intersection':
    case 'lazy':
    case 'map':
    case 'nan':
    case 'never':
    case 'nonoptional':
    case 'null':
    case 'pipe':
    case 'prefault':
    case 'promise':
    case 'readonly':
    case 'set':
    case 'success':
    case 'symbol':
    case 'template_literal':
    case 'transform':
    case 'undefined':
    case 'void':
      throw new Error(`shapeOf does not support schemas of type "${def.type}"`);
  }
}

function textShape({ format, checks = [] }: { format?: string; checks?: readonly z.core.$ZodCheck[] }): Shape {
  if (format === 'datetime') return 'time';
  return checks.some(isExact) ? 'decimal' : 'string';
}

/** Detects the check of `exact` in wire.ts. */
const isExact = ({ _zod: { def } }: z.core.$ZodCheck) =>
  'pattern' in def && def.pattern instanceof RegExp && def.pattern.source === String.raw`^-?\d+\.\d+$`;
