/** What a gain is, for whoever asks. */
export function AverageCostHint() {
  return (
    <details className="gain-hint small">
      <summary className="link">How gains are counted</summary>
      <p className="muted">
        All coins of a kind count with what they have cost on average, fees included; a sale sets what you get against
        that cost.
      </p>
    </details>
  );
}
