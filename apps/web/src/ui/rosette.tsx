/** A guilloche ornament, as on banknotes: ellipses rotated around a center. The screen's stylesheet positions it. */
export function Rosette({ size = 620 }: { size?: number }) {
  return (
    <svg
      className="rosette"
      width={size}
      height={size}
      viewBox="-320 -320 640 640"
      fill="none"
      stroke="currentColor"
      strokeWidth=".7"
      aria-hidden
    >
      {ellipses.map(({ rx, ry, angle }) => (
        <ellipse key={`${rx}/${angle}`} rx={rx} ry={ry} transform={`rotate(${angle})`} />
      ))}
      <circle r="306" />
      <circle r="311" />
    </svg>
  );
}

const rotated = (rx: number, ry: number, count: number) =>
  Array.from({ length: count }, (_, turn) => ({ rx, ry, angle: (turn * 180) / count }));

const ellipses = [...rotated(300, 118, 40), ...rotated(214, 62, 40), ...rotated(118, 34, 20)];
