import { useNavigate } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';

/** Goes to the dashboard. Disabled during a request, because leaving does not cancel the request. */
export function CancelToDashboard({ busy }: { busy: boolean }) {
  const navigate = useNavigate();
  return (
    <Button size="l" disabled={busy} onClick={() => void navigate({ to: paths.dashboard })}>
      Cancel
    </Button>
  );
}
