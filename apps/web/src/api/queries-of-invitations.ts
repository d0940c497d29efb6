import { endpoints, type Invitation } from '@florin/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { orFallback } from './not-offered.ts';
import { refusalCode } from './refusal-text.ts';
import { forgetInvitation, storedInvitation } from './stored-invitation.ts';

/** `something`: money waits, but the server does not name the sender or the amount. */
export type WaitingMoney = 'nothing' | 'something' | Pick<Invitation, 'sender' | 'amounts'>;

/**
 * The money that waits until an address is confirmed. The page shows details only after the member opens the
 * invitation.
 */
export const waitingMoneyQuery = (email: string) =>
  queryOptions({
    queryKey: ['waiting-money', email],
    queryFn: async ({ signal }): Promise<WaitingMoney> => {
      const invitation = await openedInvitation(signal);
      if (invitation?.email === email) return invitation;
      const { waiting } = await orFallback(api.call(endpoints.getWaitingMoney, {}, { signal }), () => ({
        waiting: false,
      }));
      return waiting ? 'something' : 'nothing';
    },
  });

async function openedInvitation(signal: AbortSignal): Promise<Invitation | undefined> {
  const token = storedInvitation();
  if (token === null) return undefined;
  try {
    return await api.call(endpoints.lookUpInvitation, { body: { token } }, { signal });
  } catch (error) {
    if (refusalCode(error) !== 'invitation_invalid') return undefined;
    forgetInvitation();
    return undefined;
  }
}
