import * as React from 'react';

// React's development build records a stack trace for up to ten thousand elements a second, for the console of a browser.
// These tests do not use the traces, which take a sixth of their CPU. If React renames the counter, this has no effect.
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
const mostPerSecond = 10_000;
if (typeof internals === 'object' && internals !== null)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => mostPerSecond,
    set() {},
  });
