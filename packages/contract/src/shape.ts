/**
 * What an answer must be like to be read, small enough to be in a browser: `fits` needs no schema library. It is made of
 * an endpoint's schema by `shapeOf` when the app is built.
 *
 * A text is a kind: any value, a string, a finite number, a boolean, an exact decimal, a time. A list begins with what it
 * is: `a` an array of one shape, `o` an object of named ones, `t` a tuple, `r` a record, `u` one of several, `l` one of
 * some literals, `?` also undefined, `0` also null.
 */
export type Shape =
  | Kind
  | readonly ['a' | 'r' | '?' | '0', Shape]
  | readonly ['o', { readonly [name: string]: Shape }]
  | readonly ['t' | 'u', readonly Shape[]]
  | readonly ['l', readonly unknown[]];

export type Kind = keyof typeof isOfKind;

const isOfKind = {
  any: () => true,
  string: (value: unknown) => typeof value === 'string',
  number: (value: unknown) => Number.isFinite(value),
  boolean: (value: unknown) => typeof value === 'boolean',
  decimal: (value: unknown) => typeof value === 'string' && /^-?\d+\.\d+$/.test(value),
  time: (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
};

/** Whether this is a shape itself: the built app has shapes where the contract has schemas. */
export const isShape = (given: unknown): given is Shape =>
  typeof given === 'string' ? Object.hasOwn(isOfKind, given) : Array.isArray(given);

/** Whether a value has this shape. What an object has beyond it does not matter. */
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
