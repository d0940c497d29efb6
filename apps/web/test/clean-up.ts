import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// The files share a document: none finds what another has left in it.
afterEach(cleanup);
