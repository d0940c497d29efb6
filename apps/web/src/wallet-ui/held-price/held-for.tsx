import { Clock } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';
import { timeLeft } from './time-left.ts';

/** How long a price is still held. */
export function HeldFor({ secondsLeft }: { secondsLeft: number }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Icon as={Clock} size={16} />
      Price held for {timeLeft(secondsLeft)}
    </span>
  );
}
