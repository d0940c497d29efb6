import * as React from 'react';

// React's development build records stack traces for up to 10,000 elements a second. The traces cost a sixth of the
// tests' CPU time, but no test uses the traces. If React renames the counter, this file has no effect.
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
const maxPerSecond = 10_000;
if (typeof internals === 'object' && internals !== null)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => maxPerSecond,
    set() {},
  });
