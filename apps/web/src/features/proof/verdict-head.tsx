import { clsx } from 'clsx';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import styles from './proof.module.css';

type VerdictHeadProps = { tone: 'ok' | 'warn' | 'plain'; title: string; children?: ReactNode };

/** The outcome as a short headline. */
export const VerdictHead = ({ tone, title, children }: VerdictHeadProps) => (
  <div className={clsx(styles.verdict, tone === 'ok' && styles.isOk, tone === 'warn' && styles.isWarn)}>
    <span className={styles.seal}>
      <Icon as={tone === 'warn' ? ShieldAlert : ShieldCheck} size={28} />
    </span>
    <output>
      <b className="heading-2">{title}</b>
      {children !== undefined && <span className="muted block">{children}</span>}
    </output>
  </div>
);
