import type { LucideIcon } from 'lucide-react';

/**
 * Sizes: 18 in text, 20 in the nav, 22 in the bottom bar, 16 in small buttons. Always next to text, so hidden from
 * screen readers.
 */
export function Icon({ as: Drawing, size = 18, spin = false }: { as: LucideIcon; size?: number; spin?: boolean }) {
  return <Drawing className={spin ? 'ic spin' : 'ic'} size={size} strokeWidth={1.75} aria-hidden />;
}
