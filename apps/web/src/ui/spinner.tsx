import { LoaderCircle } from 'lucide-react';
import { Icon } from './icon.tsx';

/** A busy indicator, hidden from screen readers. Text next to it says what is in progress. */
export function Spinner({ size = 18 }: { size?: number }) {
  return <Icon as={LoaderCircle} size={size} spin />;
}
