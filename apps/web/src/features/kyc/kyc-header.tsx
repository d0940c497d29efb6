import { useContext, useEffect, useRef, type ReactNode } from 'react';
import { StatusChangedContext } from './status-changed.ts';
import styles from './kyc.module.css';

type KycHeaderProps = {
  title: string;
  about: ReactNode;
  /** The current step, from 1 to 3. */
  step?: number;
};

export function KycHeader({ title, about, step }: KycHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const statusChanged = useContext(StatusChangedContext);
  useEffect(() => {
    if (statusChanged) heading.current?.focus();
  }, [statusChanged]);
  return (
    <header className="page-head">
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p>{about}</p>
      </div>
      {step !== undefined && (
        <p className={`figure ${styles.number}`}>
          <span>{step}</span>
          <span className="muted">/3</span>
        </p>
      )}
    </header>
  );
}
