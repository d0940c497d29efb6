import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** Packages whose one module only passes on what others export. */
const barrels = ['lucide-react', '@florin/contract', '@florin/money'];

type Source = { readonly file: string; readonly name: string };

/**
 * Lets modules import from where a thing is written, and not from the list of all things. Which chunk a module belongs to
 * then follows from who really uses it (chunks.ts), and the thousand icons that nobody draws are not even read.
 */
export function directImports(): Plugin {
  const known = new Map<string, Promise<Map<string, Source>>>();
  return {
    name: 'direct-imports',
    apply: 'build',
    transform: {
      order: 'post', // when types are gone
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

/** `A as B, C` of a barrel, each from its own file. */
const directly = (verb: string, names: string, sources: Map<string, Source> | undefined): string =>
  namesOf(names)
    .map(({ name, as }) => {
      const source = sources?.get(name);
      if (!source) throw new Error(`no barrel passes on ${name}`);
      return `${verb} { ${source.name} as ${as} } from ${JSON.stringify(source.file)};`;
    })
    .join('\n');

/** Where each thing is written that a barrel passes on. */
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
