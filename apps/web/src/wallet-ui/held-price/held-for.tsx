import { Clock } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';
import { timeLeft } from './time-left.ts';

/** Shows how long the quoted price is still valid. */
export function HeldFor({ secondsLeft }: { secondsLeft: number }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Icon as={Clock} size={16} />
      Price held for {timeLeft(secondsLeft)}
    </span>
  );
}
