import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './send.module.css';

/** Placeholders for loading contacts: rows on desktop, avatars in a strip on phones. */
export function ContactSkeletons() {
  return (
    <div className={styles.contacts} aria-busy>
      <output className="screen-reader">Loading</output>
      {nameWidths.map((width) => (
        <div className="row" key={width}>
          <Skeleton width={36} height={36} round />
          <span className="who">
            <Skeleton width={width} />
            <Skeleton width={width + 48} height={10} className="row-subtitle second-line" />
          </span>
        </div>
      ))}
    </div>
  );
}

const nameWidths = [52, 60, 48, 56];
