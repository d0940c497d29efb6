import { useNavigate } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';

/** Not while it is under way: leaving does not call it off. */
export function CancelToDashboard({ busy }: { busy: boolean }) {
  const navigate = useNavigate();
  return (
    <Button size="l" disabled={busy} onClick={() => void navigate({ to: paths.dashboard })}>
      Cancel
    </Button>
  );
}
