import { Skeleton } from '../../ui/skeleton.tsx';

/** A placeholder for price and form while the coins load. */
export function PurchaseSkeleton() {
  return (
    <div aria-busy>
      <output className="sr">Loading</output>
      <div className="quote">
        <div className="quote-id">
          <Skeleton width={44} height={44} round />
          <Skeleton width={96} height={16} />
        </div>
        <Skeleton width={200} height={40} />
      </div>
      <div className="pt-4">
        <Skeleton width="100%" height={300} />
      </div>
      <div className="sheet ticket">
        <div className="ticket-l">
          <Skeleton width="100%" height={80} />
          <Skeleton width="100%" height={48} />
        </div>
        <div className="ticket-r">
          <Skeleton width="100%" height={160} />
        </div>
      </div>
    </div>
  );
}
