import { Eye, EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../ui/icon-button.tsx';

/** Hides a figure on request. A hidden figure is not in the DOM, so no reader can read or copy the figure. */
export function BalanceMask({ hidden, children }: { hidden: boolean; children: ReactNode }) {
  if (!hidden) return <>{children}</>;
  return (
    <span className="amount mask">
      <span className="screen-reader">Hidden</span>
    </span>
  );
}

export function BalanceMaskButton({ hidden, onChange }: { hidden: boolean; onChange: (hidden: boolean) => void }) {
  return (
    <IconButton
      className="eye"
      icon={hidden ? EyeOff : Eye}
      label={hidden ? 'Show balance' : 'Hide balance'}
      onClick={() => onChange(!hidden)}
    />
  );
}
