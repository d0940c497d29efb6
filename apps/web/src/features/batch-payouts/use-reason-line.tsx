import type { BatchPayout } from '@florin/contract';
import { formatAmount } from '@florin/money';
import { Info } from 'lucide-react';
import { useId } from 'react';
import { useMay } from '../../api/may.ts';
import { offlineReason, useConnection } from '../../ui/connection.ts';
import { Icon } from '../../ui/icon.tsx';
import { currencyName } from '../../wallet-ui/currency-name.ts';
import { roleReason, shortOf } from './batch-words.ts';

/** One reason for all buttons of a batch payout that are disabled. Each id is undefined for buttons that work. */
export function useReasonLine(batch: BatchPayout) {
  const id = useId();
  const { online } = useConnection();
  const pays = useMay('pay');
  const forAll = online ? undefined : offlineReason;
  const forChange = forAll ?? (pays ? undefined : roleReason);
  const forPay = forChange ?? shortReason(batch);
  const reason = batch.can_start || batch.can_retry ? forPay : hasChange(batch) ? forChange : forAll;
  return {
    read: forAll && id,
    change: forChange && id,
    pay: forPay && id,
    line: reason && (
      <p className="reason" id={id}>
        <Icon as={Info} size={16} />
        {reason}
      </p>
    ),
  };
}

const hasChange = ({ state, can_stop: stops, can_remove: isRemovable }: BatchPayout) =>
  state === 'invalid' || stops || isRemovable;

function shortReason({ totals }: BatchPayout): string | undefined {
  const short = totals.map(shortOf).find((missing) => missing !== undefined);
  return short && `Add ${formatAmount(short)} to the ${currencyName[short.asset]} wallet first.`;
}
