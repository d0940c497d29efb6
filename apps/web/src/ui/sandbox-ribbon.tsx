import type { ReactNode } from 'react';

/**
 * Hatched like a specimen note. Absent where the money is real. Beside it, the way to what the sandbox has to show. On
 * pages without a header it is a landmark of its own, so that the way is found among the landmarks.
 */
export function SandboxRibbon({ children }: { children: ReactNode }) {
  return (
    <section className="ribbon" aria-label="Sandbox">
      <output>Sandbox: no real money</output>
      {children}
    </section>
  );
}
