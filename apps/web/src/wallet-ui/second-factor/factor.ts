/** What was typed as a second factor, and which it is to be. */
export type Factor = { readonly way: 'app' | 'recovery'; readonly code: string };

export const noFactor: Factor = { way: 'app', code: '' };

const digits = 6;

/** What is wrong with it before the server is asked. */
export function problemOfFactor({ way, code }: Factor): string | undefined {
  if (way === 'app') return code.length < digits ? 'Enter the six digits your app shows now' : undefined;
  return code.trim().length < digits ? 'Enter one of your recovery codes' : undefined;
}
