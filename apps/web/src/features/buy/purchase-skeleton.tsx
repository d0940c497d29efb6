import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './buy.module.css';

/** A placeholder for price and form while the coins load. */
export function PurchaseSkeleton() {
  return (
    <div aria-busy>
      <output className="screen-reader">Loading</output>
      <div className={styles.quote}>
        <div className="quote-identity">
          <Skeleton width={44} height={44} round />
          <Skeleton width={96} height={16} />
        </div>
        <Skeleton width={200} height={40} />
      </div>
      <div className={styles.chartSkeleton}>
        <Skeleton width="100%" height={300} />
      </div>
      <div className={`sheet ${styles.ticket}`}>
        <div className={styles.ticketLeft}>
          <Skeleton width="100%" height={80} />
          <Skeleton width="100%" height={48} />
        </div>
        <div className={styles.ticketRight}>
          <Skeleton width="100%" height={160} />
        </div>
      </div>
    </div>
  );
}
