/**
 * The required shape of a response, small enough for a browser: `fits` needs no schema library. The build derives the
 * shape from an endpoint's schema with `shapeOf`.
 *
 * A string names a kind: any value, a string, a finite number, a boolean, an exact decimal or a time. An array starts
 * with its type: `a` array, `o` object, `t` tuple, `r` record, `u` union, `l` literals, `?` optional, `0` nullable.
 */
export type Shape =
  | Kind
  | readonly ['a' | 'r' | '?' | '0', Shape]
  | readonly ['o', { readonly [name: string]: Shape }]
  | readonly ['t' | 'u', readonly Shape[]]
  | readonly ['l', readonly unknown[]];

export type Kind = keyof typeof isOfKind;

/**
 * Whether a value is a time of ISO 8601, such as `2026-10-24T15:30:00.000Z` or `2026-10-24`. Engines parse other texts
 * differently, so the parsed day must equal the written day. February 30 does not pass.
 */
export function isTime(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d(T|$)/.test(value) || Number.isNaN(Date.parse(value)))
    return false;
  const day = value.slice(0, 10);
  return new Date(Date.parse(day) || 0).toJSON().startsWith(day);
}

const isOfKind = {
  any: () => true,
  string: (value: unknown) => typeof value === 'string',
  number: (value: unknown) => Number.isFinite(value),
  boolean: (value: unknown) => typeof value === 'boolean',
  decimal: (value: unknown) => typeof value === 'string' && /^-?\d+\.\d+$/.test(value),
  time: isTime,
};

/** Whether a value is a shape. The built app contains shapes instead of the contract's schemas. */
export const isShape = (given: unknown): given is Shape =>
  typeof given === 'string' ? Object.hasOwn(isOfKind, given) : Array.isArray(given);

/** Whether a value has this shape. Extra fields of objects are ignored. */
export function fits(shape: Shape, value: unknown): boolean {
  if (typeof shape === 'string') return isOfKind[shape](value);
  switch (shape[0]) {
    case 'a':
      return Array.isArray(value) && value.every((item) => fits(shape[1], item));
    case 'r':
      return isRecord(value) && Object.values(value).every((item) => fits(shape[1], item));
    case 'o':
      return isRecord(value) && Object.entries(shape[1]).every(([name, part]) => fits(part, value[name]));
    case 't':
      return Array.isArray(value) && shape[1].every((part, index) => fits(part, value[index]));
    case 'u':
      return shape[1].some((part) => fits(part, value));
    case 'l':
      return shape[1].includes(value);
    case '?':
      return value === undefined || fits(shape[1], value);
    case '0':
      return value === null || fits(shape[1], value);
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
