import { Skeleton, SkeletonRows } from '../ui/skeleton.tsx';

/** Stands in while a screen's code is on its way. */
export function PendingPage() {
  return (
    <main className="wrap" aria-busy aria-label="Loading">
      <div className="page-head">
        <Skeleton width={260} height={30} />
      </div>
      <SkeletonRows count={4} />
    </main>
  );
}
