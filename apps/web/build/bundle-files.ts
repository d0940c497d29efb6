import type { Rolldown } from 'vite';

export type Bundle = Rolldown.OutputBundle;

/** Returns a chunk, the chunks that it imports statically, and their styles. Each chunk comes after its imports. */
export function filesFrom(bundle: Bundle, name: string): Set<string> {
  const files = new Set<string>();
  const visited = new Set<string>();
  const visit = (each: string) => {
    const file = bundle[each];
    if (file?.type !== 'chunk' || visited.has(each)) return;
    visited.add(each);
    for (const imported of file.imports) visit(imported);
    files.add(each);
    for (const style of file.viteMetadata?.importedCss ?? []) files.add(style);
  };
  visit(name);
  return files;
}

/** Returns the name of the chunk that contains a module. */
export function chunkOf(bundle: Bundle, module: string): string {
  for (const file of Object.values(bundle))
    if (file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(module))) return file.fileName;
  throw new Error(`the build has no ${module}`);
}
