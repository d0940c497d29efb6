import type { Holding } from '../api/read/answers.ts';
import { dayText } from './day-text.ts';
import { Delta } from './delta.tsx';
import { percentText } from './percent-text.ts';

/** How a coin's price has changed in 24 hours; of one that is not traded any more, of when it is. */
export function PriceChange({ change, paused, updated_at }: Pick<Holding, 'change' | 'paused' | 'updated_at'>) {
  if (paused === 'delisted' && updated_at !== undefined)
    return <span className="muted">price of {dayText(updated_at, undefined, 'short')}</span>;
  return <Delta percent={percentText(change)} />;
}
