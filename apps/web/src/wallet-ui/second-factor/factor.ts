/** A typed second factor and its kind. */
export type Factor = { readonly way: 'app' | 'recovery'; readonly code: string };

export const noFactor: Factor = { way: 'app', code: '' };

const digits = 6;

/** Returns the error message for a factor that is too short; otherwise undefined. */
export function problemOfFactor({ way, code }: Factor): string | undefined {
  if (way === 'app') return code.length < digits ? 'Enter the six digits your app shows now' : undefined;
  return code.trim().length < digits ? 'Enter one of your recovery codes' : undefined;
}
