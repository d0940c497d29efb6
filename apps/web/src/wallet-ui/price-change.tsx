import type { Holding } from '../api/read/answers.ts';
import { dayText } from './day-text.ts';
import { Delta } from './delta.tsx';
import { percentText } from './percent-text.ts';

/** Shows a coin's 24-hour price change, or the date of the last price for a delisted coin. */
export function PriceChange({ change, paused, updated_at }: Pick<Holding, 'change' | 'paused' | 'updated_at'>) {
  if (paused === 'delisted' && updated_at !== undefined)
    return <span className="muted">as of {dayText(updated_at, undefined, 'short')}</span>;
  return <Delta percent={percentText(change)} />;
}
