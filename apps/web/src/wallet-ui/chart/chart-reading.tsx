type ChartReadingProps = { x: number; y: number; width: number; height: number; fontScale: number; text: string };

const pixelsPerCharacter = 6.4;
const padding = 8;
/** The pixels between the point and its label. */
const gap = 14;
const labelHeight = 24;

/** Draws the crosshair, dot and label of the selected point. The label stays inside the chart. */
export function ChartReading({ x, y, width, height, fontScale, text }: ChartReadingProps) {
  const halfWidth = (text.length * pixelsPerCharacter * fontScale) / 2 + padding;
  const left = Math.max(halfWidth, Math.min(x, width - halfWidth));
  const scaledHeight = labelHeight * fontScale;
  const top = y - gap - scaledHeight < 0 ? y + gap : y - gap - scaledHeight;
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
