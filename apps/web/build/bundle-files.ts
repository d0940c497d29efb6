import type { Rolldown } from 'vite';

export type Bundle = Rolldown.OutputBundle;

/** A file of the build with what it needs at once: scripts and styles, itself first. */
export function filesFrom(bundle: Bundle, name: string, files = new Set<string>()): Set<string> {
  const file = bundle[name];
  if (file?.type !== 'chunk' || files.has(name)) return files;
  files.add(name);
  for (const style of file.viteMetadata?.importedCss ?? []) files.add(style);
  for (const each of file.imports) filesFrom(bundle, each, files);
  return files;
}

/** The chunk that begins with this module, or has it within. */
export function chunkOf(bundle: Bundle, module: string): string {
  for (const file of Object.values(bundle))
    if (file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(module))) return file.fileName;
  throw new Error(`the build has no ${module}`);
}
