import type { User } from '@florin/contract';
import { onlineManager, useQuery } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { meQuery } from '../api/queries.ts';
import { Button } from '../ui/button.tsx';
import { NoticeBar } from '../ui/notice.tsx';

export function OfflineBar({ user }: { user: User | null }) {
  const online = useSyncExternalStore(subscribe, () => onlineManager.isOnline());
  const [checking, setChecking] = useState(false);
  if (online) return null;
  const retry = async () => {
    setChecking(true);
    if (await serverAnswers()) onlineManager.setOnline(true);
    setChecking(false);
  };
  return (
    <div className="wrap pt-6">
      <NoticeBar
        icon={WifiOff}
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
  const { dataUpdatedAt } = useQuery({ ...meQuery, enabled: false });
  const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    dataUpdatedAt,
  );
  return `Balances and prices as of ${time}. Sending and trading wait until you are back.`;
}

const subscribe = (onChange: () => void) => onlineManager.subscribe(onChange);

/** A browser may be wrong about the network: what counts is the server. */
const serverAnswers = () =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
