import { LoaderCircle } from 'lucide-react';
import { Icon } from './icon.tsx';

/** The busy ring. It turns beside words that say what is going on, so it is silent itself. */
export function Spinner({ size = 18 }: { size?: number }) {
  return <Icon as={LoaderCircle} size={size} spin />;
}
