import type { LucideIcon } from 'lucide-react';

/** 18 in text, 20 in the nav, 22 in the bottom bar, 16 in small buttons. Always decoration: the words stand beside it. */
export function Icon({ as: Drawing, size = 18, spin = false }: { as: LucideIcon; size?: number; spin?: boolean }) {
  return <Drawing className={spin ? 'ic spin' : 'ic'} size={size} strokeWidth={1.75} aria-hidden />;
}
