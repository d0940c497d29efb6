/** JSON as text, which can also express JSON that JavaScript values cannot: `1e309` or a duplicate key. */
export type RawJson =
  | { readonly text: string }
  | { readonly list: readonly RawJson[] }
  | { readonly fields: readonly (readonly [name: string, value: RawJson])[] };

export const raw = (text: string): RawJson => ({ text });

export function rawOf(value: unknown): RawJson {
  if (Array.isArray(value)) return { list: value.map(rawOf) };
  if (typeof value !== 'object' || value === null) return raw(JSON.stringify(value) ?? 'null');
  return { fields: Object.entries(value).map(([name, inner]) => [name, rawOf(inner)] as const) };
}

export function writeRaw(json: RawJson): string {
  if ('text' in json) return json.text;
  if ('list' in json) return `[${json.list.map(writeRaw).join(',')}]`;
  return `{${json.fields.map(([name, value]) => `${JSON.stringify(name)}:${writeRaw(value)}`).join(',')}}`;
}
