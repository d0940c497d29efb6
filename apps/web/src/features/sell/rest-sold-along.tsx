import { formatAmount, type Amount } from '@florin/money';
import { Info } from 'lucide-react';
import { Notice } from '../../ui/notice.tsx';

/** The server sells a rest along that could not be sold by itself: said before the press. */
export function RestSoldAlong({ rest }: { rest: Amount }) {
  if (rest.units === 0n) return null;
  return (
    <Notice icon={Info}>
      <b>The remaining {formatAmount(rest)} are sold as well.</b> They would be too little to sell later.
    </Notice>
  );
}
