import type { Wallet } from '@florin/contract';
import {
  formatAmount,
  isMoreThan,
  largestWithFee,
  priceSend,
  subtract,
  toDecimal,
  type Amount,
  type FiatCode,
} from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { Gauge, TriangleAlert } from 'lucide-react';
import { fromExact } from '../../api/exact.ts';
import { limitsQuery } from '../../api/queries.ts';
import { Notice } from '../../ui/notice.tsx';
import { currencyName } from '../currency-name.ts';
import { limitsLeft, maxOutflow, overLimit } from '../outflow-limits.ts';
import { AddFundsLink, VerifyLink, WaysOut } from '../ways-out.tsx';
import { fees } from '../../api/fees.ts';

type TooMuchProps = {
  amount: Amount<FiatCode>;
  /** Undefined until loaded. */
  wallet: Wallet | undefined;
  /** Fills in an amount. */
  onUse: (typed: string) => void;
};

/** Warns below the amount if the total exceeds the balance or the limits, and offers ways to continue. */
export function TooMuch({ amount, wallet, onUse }: TooMuchProps) {
  const { data: limits } = useQuery(limitsQuery);
  if (!wallet || amount.asset !== wallet.currency) return null;
  const available = fromExact(wallet.currency, wallet.available_exact);
  const { total } = priceSend(amount, fees.send);
  const ways = {
    max: maxOutflow(largestWithFee(fees.send, available), limits),
    onUse: (max: Amount) => onUse(toDecimal(max)),
  };
  if (isMoreThan(total, available))
    return (
      <Notice icon={TriangleAlert} tone="warn" scrollsIntoView>
        <b>Not enough in your {currencyName[wallet.currency]} wallet.</b> {formatAmount(available)} is available. You
        need {formatAmount(subtract(total, available))} more.
        <WaysOut {...ways}>
          <AddFundsLink currency={wallet.currency} />
        </WaysOut>
      </Notice>
    );
  const over = limits && overLimit(amount, limitsLeft(limits));
  if (over === undefined) return null;
  return (
    <Notice icon={Gauge} tone="warn" scrollsIntoView>
      {over}
      <WaysOut {...ways}>
        <VerifyLink />
      </WaysOut>
    </Notice>
  );
}
