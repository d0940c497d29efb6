import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '../ui/button.tsx';

/** Not while it is under way: leaving does not call it off. */
export function CancelToDashboard({ busy }: { busy: boolean }) {
  if (busy)
    return (
      <Button size="l" disabled>
        Cancel
      </Button>
    );
  return (
    <Link to="/dashboard" className={buttonClass({ size: 'l' })}>
      Cancel
    </Link>
  );
}
