import { endpoints, type FoundUser } from '@florin/contract';
import { api } from '../../../api/client.ts';
import type { Act } from '../act-dialog.tsx';

export type UserAct = 'freeze' | 'unfreeze' | 'end' | 'resetFactor';

/** What is asked before something is done to an account. */
export const actOnUser = (how: UserAct, user: FoundUser): Act => acts[how](user);

const acts: Record<UserAct, (user: FoundUser) => Act> = {
  freeze: ({ id, name }) => ({
    title: `Freeze ${name}?`,
    description:
      'Every session ends, and nobody signs in until the account is unfrozen. The money stays where it is; withdrawals that the bank does not have yet are held.',
    label: 'Freeze',
    isDanger: true,
    reasonLabel: 'Reason',
    reasonHelp: 'Kept with the account until it is unfrozen.',
    call: (reason) => api.call(endpoints.freezeUser, { params: { id }, body: { reason } }),
    done: `${name} is frozen`,
  }),
  unfreeze: ({ id, name }) => ({
    title: `Unfreeze ${name}?`,
    description: 'The account is open again. Sessions that ended stay ended.',
    label: 'Unfreeze',
    call: () => api.call(endpoints.unfreezeUser, { params: { id } }),
    done: `${name} is open again`,
  }),
  end: ({ id, name, sessions }) => ({
    title: `End the sessions of ${name}?`,
    description: `${sessions === 1 ? 'One session ends' : `${sessions} sessions end`} at once. Signing in again is possible.`,
    label: 'End sessions',
    call: () => api.call(endpoints.endUserSessions, { params: { id } }),
    done: `${name} is signed out everywhere`,
  }),
  resetFactor: ({ id, name }) => ({
    title: `Propose to reset the second factor of ${name}?`,
    description:
      'For a member who has lost the second factor and the recovery codes, after identity was shown again. The member is mailed now. When a second operator approves, every factor is removed and every session ends.',
    label: 'Propose',
    isDanger: true,
    reasonLabel: 'How was identity shown?',
    reasonHelp: 'The second operator reads it.',
    call: (reason) => api.call(endpoints.resetUserFactor, { params: { id }, body: { reason } }),
    done: 'Proposed: a second operator has to approve',
  }),
};
