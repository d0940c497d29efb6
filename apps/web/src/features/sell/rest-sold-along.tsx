import { formatAmount, type Amount } from '@florin/money';
import { Info } from 'lucide-react';
import { Notice } from '../../ui/notice.tsx';

/** Announces that the server also sells a rest that is too small to sell later. */
export function RestSoldAlong({ rest }: { rest: Amount }) {
  if (rest.units === 0n) return null;
  return (
    <Notice icon={Info}>
      <b>The remaining {formatAmount(rest)} are sold as well.</b> This amount is too small to sell later.
    </Notice>
  );
}
