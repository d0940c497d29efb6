import { Skeleton } from '../../../ui/skeleton.tsx';

/** Shows the outline of a dialog's form while its data loads. */
export function DialogSkeleton({ loading }: { loading: string }) {
  return (
    <div aria-busy>
      <output className="sr">Loading {loading}</output>
      <Skeleton width={70} />
      <Skeleton width="100%" height={80} className="mt-2" />
      <Skeleton width={110} className="mt-8" />
      <Skeleton width="100%" height={48} className="mt-2" />
      <Skeleton width="100%" height={44} className="mt-8" />
    </div>
  );
}
