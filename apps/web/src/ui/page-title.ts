import { useEffect } from 'react';

let route: readonly string[] = [];
let subject: string | undefined;
let kind: string | undefined;

/** Sets the parts of the document's title that the route knows. */
export function setRouteTitle(parts: readonly string[]): void {
  route = parts;
  write();
}

/**
 * Puts the name of the page's one subject, such as an invoice's number, before the route's title. `what` replaces the
 * route's own part, such as `Invoice`, if the subject has a different kind.
 */
export function useSubjectInTitle(name: string | undefined, what?: string): void {
  useEffect(() => {
    [subject, kind] = [name, what];
    write();
    return () => {
      [subject, kind] = [undefined, undefined];
      write();
    };
  }, [name, what]);
}

function write(): void {
  document.title = [
    ...(subject === undefined ? [] : [subject]),
    ...(kind === undefined ? route : [kind, ...route.slice(1)]),
  ].join(' · ');
}
