import type { Rolldown } from 'vite';

export type Bundle = Rolldown.OutputBundle;

/** Returns a chunk, the chunks that it imports statically, and their styles. The chunk itself comes first. */
export function filesFrom(bundle: Bundle, name: string, files = new Set<string>()): Set<string> {
  const file = bundle[name];
  if (file?.type !== 'chunk' || files.has(name)) return files;
  files.add(name);
  for (const style of file.viteMetadata?.importedCss ?? []) files.add(style);
  for (const each of file.imports) filesFrom(bundle, each, files);
  return files;
}

/** Returns the name of the chunk that contains a module. */
export function chunkOf(bundle: Bundle, module: string): string {
  for (const file of Object.values(bundle))
    if (file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(module))) return file.fileName;
  throw new Error(`the build has no ${module}`);
}
