import { clsx } from 'clsx';

/**
 * Shows a change in percent with a color, a triangle and a word for screen readers.
 *
 * @param percent a signed decimal, such as `2.41` or `-1.12`
 */
export function Delta({ percent }: { percent: string }) {
  const direction = directionOf(percent);
  return (
    <span className={clsx('delta', direction === 'up' && 'positive', direction === 'down' && 'negative')}>
      {direction !== 'unchanged' && (
        <svg className="triangle" viewBox="0 0 8 8" width="8" height="8" aria-hidden>
          <path d={direction === 'up' ? 'M0 6.5h8L4 1z' : 'M0 1.5h8L4 7z'} />
        </svg>
      )}
      <span className="screen-reader">{direction} </span>
      {percent.replace(/^[-+−]/, '')}%
    </span>
  );
}

export type Direction = 'up' | 'down' | 'unchanged';

export function directionOf(percent: string): Direction {
  if (!/[1-9]/.test(percent)) return 'unchanged';
  return /^[-−]/.test(percent) ? 'down' : 'up';
}
