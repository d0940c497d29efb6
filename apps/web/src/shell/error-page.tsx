import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { Button } from '../ui/button.tsx';
import { Lost } from '../ui/lost.tsx';

export function ErrorPage({ reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Lost
      figure="?!"
      title="This page could not be shown"
      actions={
        <Button variant="primary" onClick={retry}>
          Retry
        </Button>
      }
    >
      The mistake is ours, not yours. Please try again.
    </Lost>
  );
}
