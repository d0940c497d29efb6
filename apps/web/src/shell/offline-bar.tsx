import type { User } from '@florin/contract';
import { WifiOff } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { useCheck, useConnection } from '../ui/connection.ts';
import { NoticeBar } from '../ui/notice.tsx';
import { asOfText, useBalancesSeenAt } from '../wallet-ui/as-of.tsx';

/** Stands over every page for as long as the server is out of reach. */
export function OfflineBar({ user }: { user: User | null }) {
  const { online } = useConnection();
  const { checking, retry } = useCheck();
  if (online) return null;
  return (
    <div className="wrap offline pt-6">
      <NoticeBar
        icon={WifiOff}
        tone="warn"
        action={
          <Button variant="quiet" size="s" busy={checking} onClick={() => void retry()}>
            Retry
          </Button>
        }
      >
        <b>You are offline.</b> {user && <WhatIsShown />}
      </NoticeBar>
    </div>
  );
}

function WhatIsShown() {
  const seenAt = useBalancesSeenAt();
  const wait = 'Sending and trading wait until you are back.';
  return seenAt === undefined ? wait : `Balances and prices as of ${asOfText(seenAt)}. ${wait}`;
}
