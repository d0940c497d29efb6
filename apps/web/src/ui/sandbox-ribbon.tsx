/** Hatched like a specimen note. Absent where the money is real. */
export function SandboxRibbon() {
  return (
    <output className="ribbon">
      <span>Sandbox: no real money</span>
    </output>
  );
}
