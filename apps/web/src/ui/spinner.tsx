import { LoaderCircle } from 'lucide-react';
import { Icon } from './icon.tsx';

/** A busy indicator, hidden from screen readers. The text next to the indicator names the action in progress. */
export function Spinner({ size = 18 }: { size?: number }) {
  return <Icon as={LoaderCircle} size={size} spin />;
}
