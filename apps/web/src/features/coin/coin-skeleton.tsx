import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx';
import { ChartSkeleton } from '../../wallet-ui/chart/chart-skeleton.tsx';
import styles from './coin.module.css';

/** A placeholder for the loading page, with the symbol from the URL. */
export function CoinSkeleton({ symbol }: { symbol: string }) {
  return (
    <main className={`wrap ${styles.page}`} aria-busy>
      <header className={styles.head}>
        <div className={styles.identity}>
          <Skeleton width={52} height={52} round />
          <h1>{symbol}</h1>
        </div>
        <div className={styles.price}>
          <p className="figure figure-hero" aria-hidden>
            <span className={`skeleton ${styles.awaiting}`}>$10,000.00</span>
          </p>
          <p />
        </div>
      </header>
      <div className={`${styles.grid} page-grid`}>
        <div className={styles.chart}>
          <ChartSkeleton height={452} />
        </div>
        <div className={`slab ${styles.slab}`}>
          <Skeleton width={200} height={36} />
          <Skeleton width="100%" height={96} className="space-above-8" />
        </div>
        <div className={styles.transactions}>
          <SkeletonRows count={3} />
        </div>
      </div>
    </main>
  );
}
