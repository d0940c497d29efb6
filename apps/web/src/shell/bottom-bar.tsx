import { Link } from '@tanstack/react-router';
import { Coins, House, ReceiptText, Send, UserRound } from 'lucide-react';
import { Icon } from '../ui/icon.tsx';

/** The navigation on phones. */
export function BottomBar() {
  return (
    <nav className="bottom-bar" aria-label="Quick">
      <Link to="/dashboard">
        <Icon as={House} size={22} />
        Dashboard
      </Link>
      <Link to="/send">
        <Icon as={Send} size={22} />
        Send
      </Link>
      <Link to="/buy-crypto">
        <Icon as={Coins} size={22} />
        Buy
      </Link>
      <Link to="/transactions">
        <Icon as={ReceiptText} size={22} />
        Transactions
      </Link>
      <Link to="/profile">
        <Icon as={UserRound} size={22} />
        Profile
      </Link>
    </nav>
  );
}
