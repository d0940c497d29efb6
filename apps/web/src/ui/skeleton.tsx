type SkeletonProps = { width: number | string; height?: number; round?: boolean; className?: string | undefined };

/** A gray placeholder bar, hidden from screen readers. The enclosing region sets `aria-busy`. */
export function Skeleton({ width, height = 12, round = false, className = '' }: SkeletonProps) {
  return (
    <span
      className={`skeleton block ${className}`}
      style={{ width, height, ...(round && { borderRadius: '50%' }) }}
      aria-hidden
    />
  );
}

/** Placeholder rows for a list that is loading. */
export function SkeletonRows({ count = 3 }: { count?: number }) {
  return (
    <div aria-busy>
      <output className="screen-reader">Loading</output>
      {titleWidths(count).map(({ row, width }) => (
        <div className="row" key={row}>
          <Skeleton width={36} height={36} round />
          <span>
            <Skeleton width={width} />
            <Skeleton width={72} height={10} className="second-line" />
          </span>
          <Skeleton width={80} />
        </div>
      ))}
    </div>
  );
}

const titleWidths = (count: number) =>
  Array.from({ length: count }, (_, row) => ({ row, width: [120, 92, 140][row % 3] ?? 120 }));
