import { ConfigProblem, parseConfig } from '../src/config.ts';

/** Returns the sentences about problems of the settings, or an empty list if the settings are accepted. */
export function problemsOf(env: Readonly<Record<string, string>>): string[] {
  try {
    parseConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigProblem) return error.message.split('\n');
    throw error;
  }
}
