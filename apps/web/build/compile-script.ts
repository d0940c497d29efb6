import { build, type UserConfig } from 'vite';

/** Compiles a module with its imports to one classic script. */
export async function compileScript(input: string, config: UserConfig): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    ...config,
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input, output: { format: 'iife' } },
    },
  });
  const outputs = Array.isArray(built) ? built : [built];
  const [output] = outputs;
  if (!output || !('output' in output)) throw new Error(`${input} was not compiled`);
  return output.output[0].code;
}
