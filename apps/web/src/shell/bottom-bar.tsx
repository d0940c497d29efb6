import { Link } from '@tanstack/react-router';
import type { User } from '@florin/contract';
import { Building2, Coins, House, ReceiptText, Send, UserRound } from 'lucide-react';
import { may } from '../api/may.ts';
import { Icon } from '../ui/icon.tsx';

/** The navigation on phones. */
export function BottomBar({ user }: { user: User }) {
  const pays = may(user, 'pay');
  return (
    <nav className="bottom-bar" aria-label="Quick">
      <Link to="/dashboard">
        <Icon as={House} size={22} />
        Dashboard
      </Link>
      {pays && (
        <>
          <Link to="/send">
            <Icon as={Send} size={22} />
            Send
          </Link>
          <Link to="/buy-crypto">
            <Icon as={Coins} size={22} />
            Buy
          </Link>
        </>
      )}
      <Link to="/transactions">
        <Icon as={ReceiptText} size={22} />
        Transactions
      </Link>
      {user.business ? (
        <Link to="/business">
          <Icon as={Building2} size={22} />
          Business
        </Link>
      ) : (
        <Link to="/profile">
          <Icon as={UserRound} size={22} />
          Profile
        </Link>
      )}
    </nav>
  );
}
