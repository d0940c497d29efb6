import { readFileSync } from 'node:fs';

/** An object of Stripe's interface. */
export type StripeObject = { id: string; object: string } & Record<string, unknown>;

/** Stripe's own examples, field by field: openapi/fixtures3.json of https://github.com/stripe/openapi. */
const fixtures = JSON.parse(readFileSync(new URL('fixtures.json', import.meta.url), 'utf8')) as Record<
  string,
  StripeObject
>;

let made = 0;

/** Returns a new id, such as `pi_double000001`. */
export const newId = (prefix: string) => `${prefix}_double${String((made += 1)).padStart(6, '0')}`;

/** Returns Stripe's example of a resource with these fields replaced. A field that the example lacks is a mistake. */
export function objectOf(resource: string, fields: Record<string, unknown>): StripeObject {
  const example = fixtures[resource];
  if (!example) throw new Error(`there is no fixture of ${resource}`);
  for (const name of Object.keys(fields)) if (!(name in example)) throw new Error(`${resource} has no field ${name}`);
  return { ...structuredClone(example), ...fields };
}

/** Reads a form body with names such as `line_items[0][price_data][currency]`. */
export function readForm(body: string): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '');
    let place: Record<string, unknown> = root;
    for (const part of path.slice(0, -1)) place = (place[part] ??= {}) as Record<string, unknown>;
    place[path.at(-1) ?? ''] = value;
  }
  return root;
}

export const textOf = (form: Record<string, unknown>, ...path: string[]): string | undefined => {
  const found = path.reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], form);
  return typeof found === 'string' ? found : undefined;
};

/** An answer of Stripe with an error. */
export class StripeFailure extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;

  constructor(status: number, error: { type: string; code?: string; message?: string } & Record<string, unknown>) {
    super(error.message ?? error.code ?? error.type);
    this.status = status;
    this.body = { error: { message: this.message, ...error } };
  }
}

export const invalid = (code: string, message = code) =>
  new StripeFailure(400, { type: 'invalid_request_error', code, message });
