import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

type BadgeProps = { tone?: 'plain' | 'ok' | 'low' | 'wait' | 'bad'; icon?: LucideIcon; children: ReactNode };

export function Badge({ tone = 'plain', icon, children }: BadgeProps) {
  return (
    <span className={clsx('badge', tone !== 'plain' && tone)}>
      {icon && <Icon as={icon} size={14} />}
      {children}
    </span>
  );
}
