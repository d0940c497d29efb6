import { formatAmount, type Amount, type FiatCode } from '@florin/money';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../api/session.ts';
import { paths } from '../paths.ts';

type WaysOutProps = {
  /** The largest amount that is possible, fees considered; none where nothing is. */
  most?: Amount | undefined;
  onUse?: (most: Amount) => void;
  /** Links to what makes more possible. */
  children?: ReactNode;
};

/** What can be done about an amount that is too much, below the sentence that says so. */
export function WaysOut({ most, onUse, children }: WaysOutProps) {
  return (
    <span className="ways-out">
      {most && most.units > 0n && onUse && (
        <button type="button" className="link" onClick={() => onUse(most)}>
          Use {formatAmount(most)}
        </button>
      )}
      {children}
    </span>
  );
}

/** Opens a deposit into the wallet that holds too little. */
export const AddFundsLink = ({ currency }: { currency: FiatCode }) => (
  <Link className="link reaches" to={paths.dashboard} search={{ tab: 'wallet', add: currency }}>
    Add Funds
  </Link>
);

/** Nothing raises the limits of the highest level. */
export function VerifyLink() {
  const { user } = useSession();
  if (!user || user.kyc_level === 2) return null;
  return (
    <Link className="link reaches" to={paths.kyc}>
      Verify your identity
    </Link>
  );
}

export const PlansLink = () => (
  <Link className="link reaches" to={paths.profile} hash="plan">
    See plans
  </Link>
);
