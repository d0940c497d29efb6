import type { Pause } from '@florin/contract';
import { CircleOff, CirclePause } from 'lucide-react';
import type { Holding } from '../api/read/answers.ts';
import { Notice } from '../ui/notice.tsx';
import { dayText } from './day-text.ts';

type TradingPausedProps = { name: string; paused: Pause };

/** Why a coin is neither bought nor sold at the moment. It goes on by itself. */
export function TradingPaused({ name, paused }: TradingPausedProps) {
  return (
    <Notice icon={CirclePause} tone="warn">
      <b>Trading in {name} is paused.</b> {reasonOf[paused]}
    </Notice>
  );
}

/** Who holds a coin that is not on offer any more sees why it is neither bought nor sold, and how old its price is. */
export function NotTraded({ name, updated_at }: Pick<Holding, 'name' | 'updated_at'>) {
  return (
    <Notice icon={CircleOff} tone="warn">
      <b>{notTraded(name)}</b>{' '}
      {updated_at === undefined
        ? 'What you have stays yours.'
        : `What you have stays yours; its last known price is of ${dayText(updated_at)}.`}
    </Notice>
  );
}

export const notTraded = (name: string) => `${name} is not traded here any more.`;

const reasonOf: Record<Pause, string> = {
  stale: 'There is no fresh price. It goes on by itself as soon as there is one.',
  jump: 'Its price has jumped and is being checked. It goes on by itself.',
};
