import { useContext, useEffect, useRef, type ReactNode } from 'react';
import { NewsContext } from './news.ts';

type KycHeaderProps = {
  title: string;
  about: ReactNode;
  /** On which of the three steps. */
  step?: number;
};

export function KycHeader({ title, about, step }: KycHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isNews = useContext(NewsContext);
  useEffect(() => {
    if (isNews) heading.current?.focus();
  }, [isNews]);
  return (
    <header className="page-head">
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p>{about}</p>
      </div>
      {step !== undefined && (
        <p className="fig kyc-n">
          <span>{step}</span>
          <span className="muted">/3</span>
        </p>
      )}
    </header>
  );
}
