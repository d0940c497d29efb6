import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx';
import { ChartSkeleton } from '../../wallet-ui/chart/chart-skeleton.tsx';

/** A placeholder for the loading page, with the symbol from the URL. */
export function CoinSkeleton({ symbol }: { symbol: string }) {
  return (
    <main className="wrap coin-page" aria-busy>
      <header className="coin-h">
        <div className="coin-id">
          <Skeleton width={52} height={52} round />
          <h1>{symbol}</h1>
        </div>
        <div className="coin-pr">
          <p className="fig fig-hero" aria-hidden>
            <span className="skel coin-await">$10,000.00</span>
          </p>
          <p />
        </div>
      </header>
      <div className="coin-g page-grid">
        <div className="coin-c">
          <ChartSkeleton height={452} />
        </div>
        <div className="slab coin-s">
          <Skeleton width={200} height={36} />
          <Skeleton width="100%" height={96} className="mt-8" />
        </div>
        <div className="coin-t">
          <SkeletonRows count={3} />
        </div>
      </div>
    </main>
  );
}
