import { useState } from 'react';

/** Runs `begin` during the render that opens the dialog. While the dialog closes, its old content stays. */
export function useOnOpen(open: boolean, begin: () => void) {
  const [wasOpen, setWasOpen] = useState(false);
  if (open === wasOpen) return;
  setWasOpen(open);
  if (open) begin();
}
