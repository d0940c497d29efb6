import { configure } from '@testing-library/react';

// Long enough for a busy machine: no test is decided by the time it takes.
configure({ asyncUtilTimeout: 10_000 });
