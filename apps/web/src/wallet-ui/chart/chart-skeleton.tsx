import { Skeleton } from '../../ui/skeleton.tsx';

/** A gray grid with the height of the loading chart. Hidden from screen readers; its parent has `aria-busy`. */
export function ChartSkeleton({ height }: { height: number }) {
  return (
    <div className="chart-skeleton" style={{ height }} aria-hidden>
      {lines.map((line) => (
        <div key={line}>
          <Skeleton width="100%" height={2} />
          <Skeleton width={50} height={10} />
        </div>
      ))}
    </div>
  );
}

const lines = ['a', 'b', 'c', 'd'];
