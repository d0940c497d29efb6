import { Skeleton, SkeletonRows } from '../ui/skeleton.tsx';

/** A placeholder while a screen's code loads. */
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
