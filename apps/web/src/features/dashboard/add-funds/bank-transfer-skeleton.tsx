import { Skeleton } from '../../../ui/skeleton.tsx';
import styles from './bank-transfer.module.css';

const rows = [
  { name: 70, value: 110 },
  { name: 36, value: 96 },
  { name: 40, value: 210 },
  { name: 30, value: 100 },
];

/** Shows the outline of the bank account while it loads. */
export function BankTransferSkeleton() {
  return (
    <div aria-busy>
      <output className="screen-reader">Loading the bank account</output>
      <Skeleton width="100%" />
      <Skeleton width="60%" className="space-above-2" />
      <div className={`sum ${styles.account}`}>
        {rows.map(({ name, value }) => (
          <div key={name} className={styles.placeholder}>
            <Skeleton width={name} />
            <Skeleton width={value} />
          </div>
        ))}
      </div>
      <Skeleton width={120} className="space-above-5" />
      <Skeleton width={230} height={28} className="space-above-2" />
      <Skeleton width="100%" height={64} className="space-above-5" />
    </div>
  );
}
