import { TriangleAlert } from 'lucide-react';
import { Notice } from '../../ui/notice.tsx';

export function AmountUnreadable() {
  return (
    <Notice icon={TriangleAlert} tone="warn">
      <b>The amount in this link is invalid.</b> Ask the sender for the right amount.
    </Notice>
  );
}
