import { onlineManager } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toast } from '../ui/toast.ts';

/** Shows a toast for each failed load, except offline. The content also shows the failure, with Retry. */
export function useLoadFailureToast(failed: boolean, message: string): void {
  useEffect(() => {
    if (failed && onlineManager.isOnline()) toast.error(message, { id: message });
  }, [failed, message]);
}
