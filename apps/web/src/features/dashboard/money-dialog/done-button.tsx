import { Button } from '../../../ui/button.tsx';
import { useFocusOnMount } from '../../../ui/use-focus-on-mount.ts';

/** The button that ends a dialog. It takes the focus that the form's own button had. */
export function DoneButton({ onPress }: { onPress: () => void }) {
  return (
    <Button ref={useFocusOnMount<HTMLButtonElement>()} variant="primary" onClick={onPress}>
      Done
    </Button>
  );
}
