import { timeLeft } from '../../../wallet-ui/held-price/time-left.ts';

const radius = 7.5;

type HeldRateProps = { secondsLeft: number; ofSeconds: number };

/** Shows the time left on the rate as text and as an emptying ring. */
export function HeldRate({ secondsLeft, ofSeconds }: HeldRateProps) {
  return (
    <p className="small muted held">
      <svg className="rate-ring" width="18" height="18" viewBox="0 0 18 18" aria-hidden>
        <g transform="rotate(-90 9 9)" fill="none" strokeWidth="3">
          <circle cx="9" cy="9" r={radius} />
          <circle
            className="left"
            cx="9"
            cy="9"
            r={radius}
            pathLength={1}
            strokeDasharray={`${secondsLeft / ofSeconds} 1`}
          />
        </g>
      </svg>
      Rate held for {timeLeft(secondsLeft)}
    </p>
  );
}
