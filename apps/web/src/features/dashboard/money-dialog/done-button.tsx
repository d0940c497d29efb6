import { Button } from '../../../ui/button.tsx';
import { useFocusOnMount } from '../../../ui/use-focus-on-mount.ts';

/** Closes a dialog. Takes the focus on mount, because the focused submit button is gone. */
export function DoneButton({ onPress }: { onPress: () => void }) {
  return (
    <Button ref={useFocusOnMount<HTMLButtonElement>()} variant="primary" onClick={onPress}>
      Done
    </Button>
  );
}
