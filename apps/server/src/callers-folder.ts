/** Where whoever runs a command stands. npm runs it in Florin's own folder and says in INIT_CWD where it was called. */
export const callersFolder = (env: Record<string, string | undefined>): string => env['INIT_CWD'] || process.cwd();
