/** A drawing of stacked coins for empty lists. */
export function Tally() {
  return (
    <svg
      className="tally"
      width="72"
      height="48"
      viewBox="0 0 72 48"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden
    >
      <circle cx="24" cy="24" r="20" />
      <path d="M48 4.4A20 20 0 0 1 48 43.6M57 7.5A20 20 0 0 1 57 40.5M65 13a20 20 0 0 1 0 22" />
    </svg>
  );
}
