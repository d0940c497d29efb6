/** `value` is between 0 and 1. */
export function Progress({ value, label }: { value: number; label: string }) {
  return <progress className="progress" aria-label={label} value={value} max={1} />;
}
