import { checkFile } from './check-file.mjs';
import { findCycles } from './cycles.mjs';
import { importsOf } from './imports.mjs';
import { unvisitedRoutes } from './visited-routes.mjs';

/**
 * Returns a text for each broken rule, for each import cycle, type imports included, and for each route that no browser test
 * visits.
 *
 * @param sources the text of each source file by its path
 */
export function checkSources(sources) {
  const files = [...sources];
  const imports = files.map(([file, source]) => [
    file,
    importsOf(file, source).flatMap((imported) => imported.path ?? []),
  ]);
  return [
    ...files.flatMap(([file, source]) => checkFile(file, source).map((problem) => `${file} ${problem}`)),
    ...findCycles(new Map(imports)).map((cycle) =>
      [
        'These files import each other in a cycle. Move the shared part to another file:',
        ...cycle.map((file) => `  ${file}`),
      ].join('\n'),
    ),
    ...unvisitedRoutes(sources),
  ];
}
