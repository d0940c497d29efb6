import { useEffect } from 'react';
import { toast } from 'sonner';

/** Says that a load has failed, once for each time it does. The place of the content says so too, with Retry. */
export function useLoadFailureToast(failed: boolean, message: string): void {
  useEffect(() => {
    if (failed) toast.error(message, { id: message });
  }, [failed, message]);
}
