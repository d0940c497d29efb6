import { endpoints, type ScreeningHit } from '@florin/contract';
import { api } from '../../../api/client.ts';
import type { Act } from '../act-dialog.tsx';

export type Decision = { readonly how: 'cleared' | 'confirmed'; readonly hit: ScreeningHit };

/** Returns the confirmation for a decision about a name on a sanctions list. */
export function decideOn({ how, hit: { id, name, found, found_at: foundAt } }: Decision): Act {
  const parties = found.map((party) => `${party.name} (${party.list} ${party.id})`).join(', ');
  const call = (reason: string) =>
    api.call(endpoints.decideScreeningHit, { params: { hit: id }, body: { decision: how, reason, found_at: foundAt } });
  if (how === 'cleared')
    return {
      title: `Is ${name} another person?`,
      description: `You compared ${name} with ${parties}. The money can move. You are asked again if the lists name another party.`,
      label: 'Another person',
      reasonLabel: 'How do you know?',
      reasonHelp: 'Stored with the decision and in the audit trail.',
      call,
      done: `${name} is cleared`,
    };
  return {
    title: `Is ${name} the listed person?`,
    description: `You compared ${name} with ${parties}. The money never moves. Freeze the account and report to your authority.`,
    label: 'Block the money',
    isDanger: true,
    reasonLabel: 'How do you know?',
    reasonHelp: 'Stored with the decision and in the audit trail.',
    call,
    done: `The money of ${name} is blocked`,
  };
}
