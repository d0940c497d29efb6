/**
 * Returns the import cycles between files: one for each group of files that import each other. The last file of a cycle
 * imports its first.
 *
 * @param imports the imported files of each file, type imports included
 */
export function findCycles(imports) {
  const left = withoutEnds(imports);
  const cycles = [];
  for (const file of left.keys()) {
    const cycle = shortestPath(left, file, file);
    if (cycle === undefined) continue;
    cycles.push(cycle);
    for (const other of left.keys())
      if (shortestPath(left, file, other) && shortestPath(left, other, file)) left.delete(other);
  }
  return cycles;
}

/** Leaves out the files that cannot be part of a cycle, so a tree without cycles costs little. */
function withoutEnds(imports) {
  const left = new Map(imports);
  for (let before = 0; before !== left.size;) {
    before = left.size;
    for (const [file, imported] of left) if (!imported.some((one) => left.has(one))) left.delete(file);
  }
  return left;
}

/** Returns the files from `from` up to the file that imports `to`. Undefined if no imports lead there. */
function shortestPath(imports, from, to) {
  const importers = new Map();
  const queue = [from];
  for (const file of queue)
    for (const imported of imports.get(file) ?? []) {
      if (imported === to) return pathTo(importers, from, file);
      if (importers.has(imported)) continue;
      importers.set(imported, file);
      queue.push(imported);
    }
  return undefined;
}

function pathTo(importers, from, file) {
  const path = [file];
  while (path[0] !== from) path.unshift(importers.get(path[0]));
  return path;
}
