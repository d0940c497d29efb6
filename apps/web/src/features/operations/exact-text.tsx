import { formatParts } from '@florin/money';
import { fromExact } from '../../api/exact.ts';

/** An amount without its asset, for a table row that starts with the asset. */
export function ExactText({ asset, exact }: { asset: string; exact: string }) {
  const { sign, major, minor } = formatParts(fromExact(asset, exact));
  return (
    <span className="amount">
      {sign}
      {major}
      <span className="amount-minor">{minor}</span>
    </span>
  );
}
