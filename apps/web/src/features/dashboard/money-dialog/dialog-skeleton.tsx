import { Skeleton } from '../../../ui/skeleton.tsx';

/** Shows the outline of a dialog's form while its data loads. */
export function DialogSkeleton({ loading }: { loading: string }) {
  return (
    <div aria-busy>
      <output className="screen-reader">Loading {loading}</output>
      <Skeleton width={70} />
      <Skeleton width="100%" height={80} className="space-above-2" />
      <Skeleton width={110} className="space-above-8" />
      <Skeleton width="100%" height={48} className="space-above-2" />
      <Skeleton width="100%" height={44} className="space-above-8" />
    </div>
  );
}
