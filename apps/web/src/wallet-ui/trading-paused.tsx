import type { Pause } from '@florin/contract';
import { CirclePause } from 'lucide-react';
import { Notice } from '../ui/notice.tsx';

type TradingPausedProps = { name: string; paused: Pause };

/** Why a coin is neither bought nor sold at the moment. It goes on by itself. */
export function TradingPaused({ name, paused }: TradingPausedProps) {
  return (
    <Notice icon={CirclePause} tone="warn">
      <b>Trading in {name} is paused.</b> {reasonOf[paused]}
    </Notice>
  );
}

const reasonOf: Record<Pause, string> = {
  stale: 'There is no fresh price. It goes on by itself as soon as there is one.',
  jump: 'Its price has jumped and is being checked. It goes on by itself.',
};
