import { Clock } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';

/** How long a price is still held. */
export function HeldFor({ secondsLeft }: { secondsLeft: number }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Icon as={Clock} size={16} />
      Price held for {clockText(secondsLeft)}
    </span>
  );
}

/** `00:12` */
function clockText(secondsLeft: number): string {
  const whole = Math.ceil(secondsLeft);
  const two = (figure: number) => String(figure).padStart(2, '0');
  return `${two(Math.floor(whole / 60))}:${two(whole % 60)}`;
}
