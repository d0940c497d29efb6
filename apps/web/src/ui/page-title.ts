import { useEffect } from 'react';

let route: readonly string[] = [];
let subject: string | undefined;

/** Sets the parts of the document's title that the route knows. */
export function setRouteTitle(parts: readonly string[]): void {
  route = parts;
  write();
}

/** Puts the name of the page's one subject, such as an invoice's number, before the route's title. */
export function useSubjectInTitle(name: string | undefined): void {
  useEffect(() => {
    subject = name;
    write();
    return () => {
      subject = undefined;
      write();
    };
  }, [name]);
}

function write(): void {
  document.title = [...(subject === undefined ? [] : [subject]), ...route].join(' · ');
}
