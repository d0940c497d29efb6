declare global {
  interface Window {
    /** TypeScript lacks this type. Browsers accept a trusted value in place of a string. */
    trustedTypes?: {
      createPolicy: (name: string, rules: { createScriptURL: (text: string) => string }) => Policy;
    };
  }
}

type Policy = { createScriptURL: (text: string) => string };

/** A page may create each policy only once. */
let policy: Policy | undefined;

/** Returns the address of one of our workers as a trusted value, for browsers that enforce Trusted Types. */
export function workerUrl(path: string): string {
  policy ??= window.trustedTypes?.createPolicy('service-worker', { createScriptURL: ownPath }) ?? {
    createScriptURL: ownPath,
  };
  return policy.createScriptURL(path);
}

/** @throws for the address of another host */
function ownPath(path: string): string {
  if (!/^\/(?!\/)/.test(path)) throw new Error(`${path} is not one of our workers`);
  return path;
}
