import { CircleHelp, Clock } from 'lucide-react';
import { Notice } from '../../ui/notice.tsx';

export type Trouble = 'price changed' | 'unanswered';

const words = {
  buy: { done: 'bought', press: 'Buy' },
  sell: { done: 'sold', press: 'Sell' },
} as const;

/** Tells the user how to continue after a failed trade or a lost response. */
export function TradeTrouble({ trouble, side }: { trouble: Trouble | undefined; side: 'buy' | 'sell' }) {
  const { done, press } = words[side];
  switch (trouble) {
    case 'price changed':
      return (
        <Notice icon={Clock} tone="warn" scrollsIntoView>
          <b>Nothing was {done}.</b> The price has changed. Press {press} again to accept the new price.
        </Notice>
      );
    case 'unanswered':
      return (
        <Notice icon={CircleHelp} tone="warn" scrollsIntoView>
          <b>The server did not answer.</b> Press {press} again to check. Nothing will be {done} twice.
        </Notice>
      );
    case undefined:
      return null;
  }
}
