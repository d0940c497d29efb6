import { configure, getConfig, prettyDOM } from '@testing-library/react';

// Long enough for a busy machine: no test is decided by the time it takes.
configure({ asyncUtilTimeout: 10_000, getElementError });

/**
 * Creates the error of a query that found nothing. While a test waits for an element, each poll fails and its error is
 * dropped: printing the document into each would take a sixth of the CPU of these tests. The last error has it.
 */
function getElementError(message: string | null, container: Element) {
  const isAwaited = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
  if (isAwaited) return named(new Error(message ?? ''));
  const error = named(new Error([message, prettyDOM(container)].join('\n\n')));
  Error.captureStackTrace(error, getElementError); // the first line of the trace is the test's
  return error;
}

const named = (error: Error) => Object.assign(error, { name: 'TestingLibraryElementError' });
