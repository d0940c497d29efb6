import { formatAmount, type Amount, type FiatCode } from '@florin/money';
import { Link } from '@tanstack/react-router';
import { Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../paths.ts';
import { Notice } from '../ui/notice.tsx';

type ShortOfMoneyProps = {
  /** The wallet that holds too little. */
  currency: FiatCode;
  /** The largest amount that the wallet can pay together with its fee; none where it holds too little for any. */
  most: Amount | undefined;
  onUse: (most: Amount) => void;
  /** What is missing. */
  children: ReactNode;
};

/** The wallet holds less than the total: what to do about it is one press away. Belongs right below the amount. */
export function ShortOfMoney({ currency, most, onUse, children }: ShortOfMoneyProps) {
  return (
    <Notice icon={Wallet} tone="warn">
      {children}{' '}
      <span className="why-ways">
        {most && (
          <button type="button" className="link" onClick={() => onUse(most)}>
            Use {formatAmount(most)}
          </button>
        )}
        <Link className="link" to={paths.dashboard} search={{ tab: 'wallet', add: currency }}>
          Add Funds
        </Link>
      </span>
    </Notice>
  );
}
