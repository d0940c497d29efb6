import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';

/** What is wrong with what is not a field. `isNews`: it is read out when it appears. */
export function Problem({ id, isNews, children }: { id?: string; isNews: boolean; children: ReactNode }) {
  return (
    <p className="help err" id={id} role={isNews ? 'alert' : undefined}>
      <Icon as={TriangleAlert} size={16} />
      {children}
    </p>
  );
}
