import { endpoints, type BusinessCase } from '@florin/contract';
import { api } from '../../../api/client.ts';
import type { Act } from '../act-dialog.tsx';

export type BusinessAct = { readonly how: 'verified' | 'needs_more' | 'denied'; readonly found: BusinessCase };

/**
 * Returns the confirmation for a decision. `submitted_at` makes the server reject the decision after a new submission.
 */
export function decideOn({ how, found: { id, name, submitted_at } }: BusinessAct): Act {
  const call = (reason: string) =>
    api.call(endpoints.decideBusinessCase, {
      params: { id },
      body: { decision: how, submitted_at, ...(reason === '' ? {} : { reason }) },
    });
  switch (how) {
    case 'verified':
      return {
        title: `Verify ${name}?`,
        description: 'You compared the details with the documents. The business gets the limits of Level 2.',
        label: 'Verify',
        call,
        done: `${name}: verified, Level 2`,
      };
    case 'needs_more':
      return {
        title: `Ask ${name} for more?`,
        description: 'The business sees the reason, changes its details or documents, and submits again.',
        label: 'Ask for more',
        reasonLabel: 'What is missing?',
        reasonHelp: 'Shown to the business.',
        call,
        done: `${name}: asked for more`,
      };
    case 'denied':
      return {
        title: `Deny ${name}?`,
        description: 'The level and limits stay the same. The business sees the reason.',
        label: 'Deny',
        isDanger: true,
        reasonLabel: 'Reason',
        reasonHelp: 'Shown to the business.',
        call,
        done: `${name}: denied`,
      };
  }
}
