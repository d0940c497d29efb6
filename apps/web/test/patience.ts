import { configure, getConfig, prettyDOM } from '@testing-library/react';

// Long enough for a busy machine: no test is decided by the time it takes.
configure({ asyncUtilTimeout: 10_000, getElementError });

/**
 * What is awaited fails at each look until it is there. The document is printed for the last failure only: printing it for
 * each is a sixth of the CPU of these tests.
 */
function getElementError(message: string | null, container: Element) {
  const isAwaited = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
  if (isAwaited) return named(new Error(message ?? ''));
  const error = named(new Error([message, prettyDOM(container)].join('\n\n')));
  Error.captureStackTrace(error, getElementError); // it shows the line of the test
  return error;
}

const named = (error: Error) => Object.assign(error, { name: 'TestingLibraryElementError' });
