import { render } from '@testing-library/react';
import type { FunctionComponent } from 'react';
import { EntryPage } from '../src/features/auth/entry-page.tsx';
import type { EntryOptions } from '../src/features/auth/entry-options.ts';

/** Renders a sign-in page. `left` collects the paths to which the page navigates. */
export function renderEntry(Page: FunctionComponent, options: Omit<EntryOptions, 'leaveFor'> = {}) {
  const left: string[] = [];
  render(
    <EntryPage options={{ ...options, leaveFor: (path) => left.push(path) }}>
      <Page />
    </EntryPage>,
  );
  return { left };
}
