const split = (statement: string) => {
  const [signed = '', ...disclosures] = statement.split('~').slice(0, -1);
  return { signed, disclosures };
};

/** Returns the names of the claims that the maker of a statement may leave out. */
export const optionalParts = (statement: string): string[] => split(statement).disclosures.map(nameOf);

/** Returns the statement with only these optional claims. */
export function withParts(statement: string, names: readonly string[]): string {
  const { signed, disclosures } = split(statement);
  return [signed, ...disclosures.filter((text) => names.includes(nameOf(text))), ''].join('~');
}

/** Returns the JSON of a statement without its signature. */
export function contentOf(statement: string): string {
  const { signed, disclosures } = split(statement);
  const [header = '', payload = ''] = signed.split('.');
  return [header, payload, ...disclosures].map((part) => JSON.stringify(jsonIn(part), null, 2)).join('\n');
}

/** A disclosure is a list: salt, name, value. */
function nameOf(disclosure: string): string {
  const parts: unknown = jsonIn(disclosure);
  return Array.isArray(parts) ? String(parts[1]) : '';
}

function jsonIn(encoded: string): unknown {
  const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (letter) => letter.codePointAt(0) ?? 0);
  return JSON.parse(new TextDecoder().decode(bytes));
}
