import { endpoints, type FoundUser } from '@florin/contract';
import { api } from '../../../api/client.ts';
import type { Act } from '../act-dialog.tsx';

export type UserAct = 'freeze' | 'unfreeze' | 'end' | 'resetFactor';

/** Returns the confirmation for an action on a user. */
export const actOnUser = (how: UserAct, user: FoundUser): Act => acts[how](user);

const acts: Record<UserAct, (user: FoundUser) => Act> = {
  freeze: ({ id, name }) => ({
    title: `Freeze ${name}?`,
    description:
      'This ends all sessions and blocks sign-in until you unfreeze the account. The money stays. Withdrawals that have not reached the bank are held.',
    label: 'Freeze',
    isDanger: true,
    reasonLabel: 'Reason',
    reasonHelp: 'Stored until the account is unfrozen.',
    call: (reason) => api.call(endpoints.freezeUser, { params: { id }, body: { reason } }),
    done: `${name} is frozen`,
  }),
  unfreeze: ({ id, name }) => ({
    title: `Unfreeze ${name}?`,
    description: 'The member can sign in again. Ended sessions stay ended.',
    label: 'Unfreeze',
    call: () => api.call(endpoints.unfreezeUser, { params: { id } }),
    done: `${name} is open again`,
  }),
  end: ({ id, name, sessions }) => ({
    title: `End the sessions of ${name}?`,
    description: `This ends ${sessions === 1 ? '1 session' : `${sessions} sessions`}. The member can sign in again.`,
    label: 'End sessions',
    call: () => api.call(endpoints.endUserSessions, { params: { id } }),
    done: `${name} is signed out everywhere`,
  }),
  resetFactor: ({ id, name }) => ({
    title: `Propose to reset the second factor of ${name}?`,
    description:
      'For a member who lost the second factor and recovery codes and has proved their identity again. We email the member now. After a second operator approves, all factors and sessions are removed.',
    label: 'Propose',
    isDanger: true,
    reasonLabel: 'Proof of identity',
    reasonHelp: 'Shown to the second operator.',
    call: (reason) => api.call(endpoints.resetUserFactor, { params: { id }, body: { reason } }),
    done: 'Proposed. A second operator must approve',
  }),
};
