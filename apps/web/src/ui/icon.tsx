import type { LucideIcon } from 'lucide-react';
import styles from './icon.module.css';

/**
 * Sizes: 18 in text, 20 in the nav, 22 in the bottom bar, 16 in small buttons. An icon is always next to text, so the
 * icon is hidden from screen readers.
 */
export function Icon({ as: Drawing, size = 18, spin = false }: { as: LucideIcon; size?: number; spin?: boolean }) {
  return <Drawing className={spin ? `icon ${styles.spinning}` : 'icon'} size={size} strokeWidth={1.75} aria-hidden />;
}
