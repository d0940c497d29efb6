import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Icon } from './icon.tsx';

type NoticeProps = {
  icon: LucideIcon;
  tone?: 'info' | 'ok' | 'warn' | 'bad';
  /** Scrolls into view when it appears. Use it if the user must read the notice before the next step. */
  scrollsIntoView?: boolean;
  children: ReactNode;
};

/** A tinted line in a form: an icon and at most two sentences. Put the important part in `<b>`. */
export function Notice({ icon, tone = 'info', scrollsIntoView = false, children }: NoticeProps) {
  const ref = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    if (scrollsIntoView) ref.current?.scrollIntoView?.({ block: 'nearest' });
  }, [scrollsIntoView]);
  return (
    <output ref={ref} className={clsx('why', tone !== 'info' && tone)}>
      <Icon as={icon} size={16} />
      <span>{children}</span>
    </output>
  );
}

type NoticeBarProps = { icon: LucideIcon; tone?: 'plain' | 'warn'; action?: ReactNode; children: ReactNode };

/** A full-width notice under the nav. */
export function NoticeBar({ icon, tone = 'plain', action, children }: NoticeBarProps) {
  return (
    <output className={clsx('bar', tone === 'warn' && 'warn')}>
      <Icon as={icon} size={20} />
      <span>{children}</span>
      {action}
    </output>
  );
}
