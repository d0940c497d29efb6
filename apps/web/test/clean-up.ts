import { onlineManager } from '@tanstack/react-query';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';

// The files share a document, its storage, and whether the server is reached: none finds what another has left in them.
beforeEach(() => {
  onlineManager.setOnline(true);
  sessionStorage.clear();
});
afterEach(cleanup);
