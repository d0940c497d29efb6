import { TriangleAlert } from 'lucide-react';
import { Notice } from '../../ui/notice.tsx';

export function AmountUnreadable() {
  return (
    <Notice icon={TriangleAlert} tone="warn">
      <b>The amount in this link cannot be read.</b> Ask whoever sent it how much it is about.
    </Notice>
  );
}
