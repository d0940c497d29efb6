import { formatParts } from '@florin/money';
import { fromExact } from '../../api/exact.ts';

/** A figure of a column whose asset stands at the line's beginning. */
export function ExactText({ asset, exact }: { asset: string; exact: string }) {
  const { sign, major, minor } = formatParts(fromExact(asset, exact));
  return (
    <span className="amt">
      {sign}
      {major}
      <span className="amt-minor">{minor}</span>
    </span>
  );
}
