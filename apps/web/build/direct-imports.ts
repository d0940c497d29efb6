import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** Packages with a main module that only re-exports. */
const barrels = ['lucide-react', '@florin/contract', '@florin/money'];

type Source = { readonly file: string; readonly name: string };

/**
 * Rewrites imports from barrels to imports from the defining file. Chunks then depend on real usage (chunks.ts), and
 * the build does not read about a thousand unused icons.
 */
export function directImports(): Plugin {
  const known = new Map<string, Promise<Map<string, Source>>>();
  return {
    name: 'direct-imports',
    apply: 'build',
    transform: {
      order: 'post', // after types are removed
      filter: {
        id: /\/(apps\/web\/src|packages\/\w+\/src)\//,
        code: new RegExp(`from\\s*["'](${barrels.join('|')})["']`),
      },
      async handler(code, importer) {
        const sourcesOf = (barrel: string) => {
          const found = known.get(barrel) ?? this.resolve(barrel, importer).then((at) => exportsOf(at?.id ?? ''));
          known.set(barrel, found);
          return found;
        };
        const tables = new Map<string, Map<string, Source>>();
        for (const [, , , barrel = ''] of code.matchAll(statement)) tables.set(barrel, await sourcesOf(barrel));
        const direct = code.replaceAll(statement, (_, verb: string, names: string, barrel: string) =>
          directly(verb, names, tables.get(barrel)),
        );
        return { code: direct, map: null };
      },
    },
  };
}

const statement = new RegExp(`(import|export)\\s*\\{([^}]*)\\}\\s*from\\s*["'](${barrels.join('|')})["'];?`, 'g');

/** Rewrites the names of one import or export, such as `A as B, C`, to one statement per defining file. */
const directly = (verb: string, names: string, sources: Map<string, Source> | undefined): string =>
  namesOf(names)
    .map(({ name, as }) => {
      const source = sources?.get(name);
      if (!source) throw new Error(`no barrel exports ${name}`);
      return `${verb} { ${source.name} as ${as} } from ${JSON.stringify(source.file)};`;
    })
    .join('\n');

/** Returns the defining file of each export of a barrel. */
async function exportsOf(barrel: string): Promise<Map<string, Source>> {
  const found = new Map<string, Source>();
  const lines = readFileSync(barrel, 'utf8').matchAll(/export\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g);
  for (const [, names = '', file = ''] of lines)
    for (const { name, as } of namesOf(names)) found.set(as, { name, file: path.resolve(path.dirname(barrel), file) });
  return found;
}

const namesOf = (list: string): { name: string; as: string }[] =>
  list
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && !each.startsWith('type '))
    .map((each) => {
      const [name = '', as = name] = each.split(/\s+as\s+/);
      return { name, as };
    });
