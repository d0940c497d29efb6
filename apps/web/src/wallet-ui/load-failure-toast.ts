import { onlineManager } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toast } from '../ui/toast.ts';

/**
 * Says that a load has failed, once for each time it does; not without a network, where it is no news. The place of the
 * content says so too, with Retry.
 */
export function useLoadFailureToast(failed: boolean, message: string): void {
  useEffect(() => {
    if (failed && onlineManager.isOnline()) toast.error(message, { id: message });
  }, [failed, message]);
}
