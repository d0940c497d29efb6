import { CircleHelp, Clock } from 'lucide-react';
import { Notice } from '../../../ui/notice.tsx';
import type { PurchaseErrors } from './purchase-errors.ts';

/** What to do about a purchase that did not go through, or may not have. */
export function PurchaseNotice({ notice }: { notice: PurchaseErrors['notice'] }) {
  switch (notice) {
    case 'price changed':
      return (
        <Notice icon={Clock} tone="warn">
          <b>Nothing was bought:</b> the price has changed. Here is the new one; press Buy again to take it.
        </Notice>
      );
    case 'unanswered':
      return (
        <Notice icon={CircleHelp} tone="warn">
          <b>The server did not answer.</b> Press Buy again to find out: it will not be bought twice.
        </Notice>
      );
    case undefined:
      return null;
  }
}
