import { Skeleton } from '../../ui/skeleton.tsx';

/** Placeholders for loading contacts: rows on desktop, avatars in a strip on phones. */
export function ContactSkeletons() {
  return (
    <div className="contacts pt-3" aria-busy>
      <output className="sr">Loading</output>
      {nameWidths.map((width) => (
        <div className="row" key={width}>
          <Skeleton width={36} height={36} round />
          <span className="who">
            <Skeleton width={width} />
            <Skeleton width={width + 48} height={10} className="s mt-2.5" />
          </span>
        </div>
      ))}
    </div>
  );
}

const nameWidths = [52, 60, 48, 56];
