import type { Pause } from '@florin/contract';
import { CircleOff, CirclePause } from 'lucide-react';
import type { Holding } from '../api/read/answers.ts';
import { Notice } from '../ui/notice.tsx';
import { dayText } from './day-text.ts';

type TradingPausedProps = { name: string; paused: Pause };

/** Explains why trading in a coin is paused. Trading resumes automatically. */
export function TradingPaused({ name, paused }: TradingPausedProps) {
  return (
    <Notice icon={CirclePause} tone="warn">
      <b>Trading in {name} is paused.</b> {reasonOf[paused]}
    </Notice>
  );
}

/** Tells the holder that a delisted coin is no longer traded, and shows the age of the coin's price. */
export function NotTraded({ name, updated_at }: Pick<Holding, 'name' | 'updated_at'>) {
  return (
    <Notice icon={CircleOff} tone="warn">
      <b>{notTraded(name)}</b>{' '}
      {updated_at === undefined
        ? 'You keep your coins.'
        : `You keep your coins. Their last known price is from ${dayText(updated_at)}.`}
    </Notice>
  );
}

export const notTraded = (name: string) => `${name} is no longer traded here.`;

const reasonOf: Record<Pause, string> = {
  stale: 'The price is out of date. Trading resumes with the next price.',
  jump: 'The price jumped and is being checked. Please try again later.',
};
