import * as React from 'react';

// React's development build takes a stack trace for each element, ten thousand a second, so that a browser's console can say
// who made what. Nobody reads it here, and it is a sixth of the CPU of these tests. Where React renames the counter, this
// does nothing.
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
const mostPerSecond = 10_000;
if (typeof internals === 'object' && internals !== null)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => mostPerSecond,
    set() {},
  });
