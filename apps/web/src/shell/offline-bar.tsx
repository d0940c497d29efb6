import type { User } from '@florin/contract';
import { WifiOff } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { useCheck, useConnection } from '../ui/connection.ts';
import { NoticeBar } from '../ui/notice.tsx';
import { asOfText, useBalancesSeenAt } from '../wallet-ui/as-of.tsx';

/** A bar on every page while the server is unreachable. */
export function OfflineBar({ user }: { user: User | null }) {
  const { online } = useConnection();
  const { checking, retry } = useCheck();
  if (online) return null;
  return (
    <div className="wrap offline">
      <NoticeBar
        icon={WifiOff}
        tone="warn"
        action={
          <Button variant="quiet" size="s" busy={checking} onClick={() => void retry()}>
            Retry
          </Button>
        }
      >
        <b>You are offline.</b> {user && <OfflineText />}
      </NoticeBar>
    </div>
  );
}

function OfflineText() {
  const seenAt = useBalancesSeenAt();
  const limits = 'You can’t send or trade until you reconnect.';
  return seenAt === undefined ? limits : `Balances and prices as of ${asOfText(seenAt)}. ${limits}`;
}
