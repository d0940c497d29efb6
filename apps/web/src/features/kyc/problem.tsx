import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';

/** An error message outside a form field. With `isAlert`, screen readers announce the message when it appears. */
export function Problem({ id, isAlert, children }: { id?: string; isAlert: boolean; children: ReactNode }) {
  return (
    <p className="help error" id={id} role={isAlert ? 'alert' : undefined}>
      <Icon as={TriangleAlert} size={16} />
      {children}
    </p>
  );
}
