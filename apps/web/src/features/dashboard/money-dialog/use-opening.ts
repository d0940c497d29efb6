import { useState } from 'react';

/** Runs within the rendering that opens the dialog: it begins anew, and what it showed last fades out unchanged. */
export function useOpening(open: boolean, begin: () => void) {
  const [wasOpen, setWasOpen] = useState(false);
  if (open === wasOpen) return;
  setWasOpen(open);
  if (open) begin();
}
