import { configure, getConfig, prettyDOM } from '@testing-library/react';

// The timeout is long enough for a busy machine, so timing does not decide a test.
configure({ asyncUtilTimeout: 10_000, getElementError });

/**
 * Creates the error of a query that found nothing. While a test waits for an element, every poll fails and its error is
 * discarded. A printed document in each error would cost a sixth of the tests' CPU time, so only the last error
 * contains the document.
 */
function getElementError(message: string | null, container: Element) {
  const isAwaited = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
  if (isAwaited) return named(new Error(message ?? ''));
  const error = named(new Error([message, prettyDOM(container)].join('\n\n')));
  Error.captureStackTrace(error, getElementError); // the stack trace starts in the test
  return error;
}

const named = (error: Error) => Object.assign(error, { name: 'TestingLibraryElementError' });
