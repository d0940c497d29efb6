type ChartReadingProps = { x: number; y: number; width: number; height: number; letters: number; text: string };

const pixelsPerSign = 6.4;
const padding = 8;
/** From the point to its label, and the least that the label needs above it. */
const above = 14;
const labelHeight = 24;

/** The dotted line, the dot and the label of the point that is read. The label stays over the chart. */
export function ChartReading({ x, y, width, height, letters, text }: ChartReadingProps) {
  const half = (text.length * pixelsPerSign * letters) / 2 + padding;
  const left = Math.max(half, Math.min(x, width - half));
  const high = labelHeight * letters;
  const top = y - above - high < 0 ? y + above : y - above - high;
  return (
    <div aria-hidden>
      <svg className="cross-layer" width={1} height={height} style={{ left: x - 0.5 }}>
        <path className="cross" d={`M0.5 0V${height}`} />
      </svg>
      <span className="dot" style={{ left: x, top: y }} />
      <span className="tip" style={{ left, top }}>
        {text}
      </span>
    </div>
  );
}
