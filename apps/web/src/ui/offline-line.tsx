import { Info } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { offlineReason, useConnection } from './connection.ts';
import { Icon } from './icon.tsx';

type OfflineLine = {
  /** Pass this id to each button that shares the line. */
  reasonId: string | undefined;
  line: ReactNode;
};

/** One offline reason for several buttons in a row. */
export function useOfflineLine(): OfflineLine {
  const id = useId();
  const { online } = useConnection();
  if (online) return { reasonId: undefined, line: null };
  return {
    reasonId: id,
    line: (
      <p className="reason" id={id}>
        <Icon as={Info} size={16} />
        {offlineReason}
      </p>
    ),
  };
}
