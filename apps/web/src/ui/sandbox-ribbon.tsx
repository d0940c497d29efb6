import type { ReactNode } from 'react';

/**
 * The sandbox banner, which live mode does not render. `children` are links to the sandbox tools. The banner is a
 * landmark, so screen readers find these links on pages without a header.
 */
export function SandboxRibbon({ children }: { children: ReactNode }) {
  return (
    <section className="ribbon" aria-label="Sandbox">
      <output>Sandbox: no real money</output>
      {children}
    </section>
  );
}
