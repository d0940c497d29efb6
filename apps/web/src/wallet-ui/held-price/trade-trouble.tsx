import { CircleHelp, Clock } from 'lucide-react';
import { Notice } from '../../ui/notice.tsx';

export type Trouble = 'price changed' | 'unanswered';

const words = {
  buy: { done: 'bought', press: 'Buy' },
  sell: { done: 'sold', press: 'Sell' },
} as const;

/** What to do about a trade that did not go through, or may not have. */
export function TradeTrouble({ trouble, side }: { trouble: Trouble | undefined; side: 'buy' | 'sell' }) {
  const { done, press } = words[side];
  switch (trouble) {
    case 'price changed':
      return (
        <Notice icon={Clock} tone="warn" toBeSeen>
          <b>Nothing was {done}:</b> the price has changed. Here is the new one; press {press} again to take it.
        </Notice>
      );
    case 'unanswered':
      return (
        <Notice icon={CircleHelp} tone="warn" toBeSeen>
          <b>The server did not answer.</b> Press {press} again to find out: it will not be {done} twice.
        </Notice>
      );
    case undefined:
      return null;
  }
}
