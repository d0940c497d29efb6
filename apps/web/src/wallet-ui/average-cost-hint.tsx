/** Explains how gains are calculated. */
export function AverageCostHint() {
  return (
    <details className="gain-hint small">
      <summary className="link">How gains are counted</summary>
      <p className="muted">
        We use the average cost of your coins, fees included. The gain of a sale is your proceeds minus that average
        cost.
      </p>
    </details>
  );
}
