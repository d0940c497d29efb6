import { render } from '@testing-library/react';
import type { FunctionComponent } from 'react';
import { EntryPage } from '../src/features/auth/entry-page.tsx';
import type { EntryWay } from '../src/features/auth/entry-way.ts';

/** Renders a sign-in page. `left` collects the paths that it navigates to. */
export function renderEntry(Page: FunctionComponent, way: Omit<EntryWay, 'leaveFor'> = {}) {
  const left: string[] = [];
  render(
    <EntryPage way={{ ...way, leaveFor: (path) => left.push(path) }}>
      <Page />
    </EntryPage>,
  );
  return { left };
}
