const radius = 58;
const circumference = 2 * Math.PI * radius;
/** The gap between two segments in pixels. */
const gap = 2;

/** Draws the shares as a ring that starts at the top. Decorative: the figures are next to it. */
export function ShareRing({ permilles }: { permilles: readonly number[] }) {
  return (
    <svg width="132" height="132" viewBox="0 0 132 132" aria-hidden>
      <g transform="rotate(-90 66 66)" fill="none" strokeWidth="16">
        {segmentsOf(permilles).map(({ className, length, start }) => (
          <circle
            key={className}
            className={className}
            style={{ stroke: 'var(--c)' }}
            cx="66"
            cy="66"
            r={radius}
            strokeDasharray={`${length} ${circumference}`}
            strokeDashoffset={-start}
          />
        ))}
      </g>
    </svg>
  );
}

const segmentsOf = (permilles: readonly number[]) =>
  permilles.map((permille, index) => {
    const before = permilles.slice(0, index).reduce((sum, each) => sum + each, 0);
    return {
      className: `c${index + 1}`,
      start: (before / 1000) * circumference,
      length: Math.max(0, (permille / 1000) * circumference - gap),
    };
  });
