/** Guilloché, as on banknotes: ellipses turned about a centre. The only ornament; its place is given by the screen's sheet. */
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
      {turns.map(({ rx, ry, angle }) => (
        <ellipse key={`${rx}/${angle}`} rx={rx} ry={ry} transform={`rotate(${angle})`} />
      ))}
      <circle r="306" />
      <circle r="311" />
    </svg>
  );
}

const turned = (rx: number, ry: number, count: number) =>
  Array.from({ length: count }, (_, turn) => ({ rx, ry, angle: (turn * 180) / count }));

const turns = [...turned(300, 118, 40), ...turned(214, 62, 40), ...turned(118, 34, 20)];
