import type { ReactNode } from 'react';

/** Hatched like a specimen note. Absent where the money is real. Beside it, the way to what the sandbox has to show. */
export function SandboxRibbon({ children }: { children: ReactNode }) {
  return (
    <div className="ribbon">
      <output>Sandbox: no real money</output>
      {children}
    </div>
  );
}
