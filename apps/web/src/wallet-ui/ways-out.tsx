import { formatAmount, type Amount, type FiatCode } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { kycQuery } from '../api/queries.ts';
import { useSession } from '../api/session.ts';
import { paths } from '../paths.ts';

type WaysOutProps = {
  /** The largest possible amount before fees; undefined if no amount is possible. */
  max?: Amount | undefined;
  onUse?: (max: Amount) => void;
  /** Links that allow a larger amount, such as Add Funds. */
  children?: ReactNode;
};

/** Offers ways to continue after an amount was too large. */
export function WaysOut({ max, onUse, children }: WaysOutProps) {
  return (
    <span className="ways-out">
      {max && max.units > 0n && onUse && (
        <button type="button" className="link" onClick={() => onUse(max)}>
          Use {formatAmount(max)}
        </button>
      )}
      {children}
    </span>
  );
}

/** Opens the Add Funds dialog for the wallet. */
export const AddFundsLink = ({ currency }: { currency: FiatCode }) => (
  <Link className="link reaches" to={paths.dashboard} search={{ tab: 'wallet', add: currency }}>
    Add Funds
  </Link>
);

/** Links to the verification, or to its review. Hidden on level 2, which has the highest limits. */
export function VerifyLink() {
  const { user } = useSession();
  const canRise = user !== null && user.kyc_level !== 2;
  const { data: kyc } = useQuery({ ...kycQuery, enabled: canRise && !user.business });
  if (!canRise) return null;
  if (user.business)
    return (
      <Link className="link reaches" to={paths.business}>
        Verify the business
      </Link>
    );
  return (
    <Link className="link reaches" to={paths.kyc}>
      {kyc?.status === 'pending' ? 'Your verification is in review' : 'Verify your identity'}
    </Link>
  );
}

export const PlansLink = () => (
  <Link className="link reaches" to={paths.profile} hash="plan">
    See plans
  </Link>
);
