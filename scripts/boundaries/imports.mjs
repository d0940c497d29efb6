import path from 'node:path';

const PATTERNS = [
  /^\s*(?:import|export)\s(?:[^'";]*?\sfrom\s*)?['"]([^'"]+)['"]/gm,
  /^\s*(?:import|export)\s*[{*][^'";]*?\}?\s*from\s*['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"`]([^'"`$]+)['"`]/g,
];

/** Returns the imports of a source file: paths below the root for Florin's own files, names for packages. */
export function importsOf(file, source) {
  const code = withoutComments(source);
  const specifiers = new Set(PATTERNS.flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[1])));
  return [...specifiers].map((specifier) => resolve(file, specifier));
}

export function withoutComments(source) {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

function resolve(file, specifier) {
  if (specifier.startsWith('.')) return { path: path.posix.join(path.posix.dirname(file), specifier) };
  const own = /^@florin\/(money|contract|bank-files|screening|verify|client)(\/.*)?$/.exec(specifier);
  if (own !== null) return { path: `packages/${own[1]}/src/index.ts` };
  const app = /^@florin\/(server|web)(\/.*)?$/.exec(specifier);
  if (app !== null) return { path: `apps/${app[1]}/src${app[2] ?? '/main.ts'}` };
  return { package: specifier };
}
