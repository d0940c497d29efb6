/** Returns the folder where a command was called. npm runs commands in Florin's folder and sets INIT_CWD to the caller's. */
export const callersFolder = (env: Record<string, string | undefined>): string => env['INIT_CWD'] || process.cwd();
