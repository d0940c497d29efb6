import { onlineManager } from '@tanstack/react-query';
import { cleanup } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach, beforeEach } from 'vitest';

// The files share a document, its storage, its messages and whether the server is reached: none finds what another has left.
beforeEach(() => {
  onlineManager.setOnline(true);
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  toast.dismiss(); // the next list of them would begin with those of the last four seconds
});
