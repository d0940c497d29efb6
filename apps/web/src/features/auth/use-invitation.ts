import { endpoints, type Invitation } from '@florin/contract';
import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import { refusalCode } from '../../api/refusal-text.ts';
import { forgetInvitation, storedInvitation } from '../../api/stored-invitation.ts';

/** `unknown` means that the lookup failed. The page then works without the invitation. */
type InvitationState = 'loading' | 'invalid' | 'unknown' | Invitation;

/** Looks up the invitation whose link opened this page. */
export function useInvitation(): InvitationState {
  const [invitation, setInvitation] = useState<InvitationState>('loading');
  useEffect(() => {
    const token = storedInvitation();
    if (token === null) return undefined;
    const leaving = new AbortController();
    lookUp(token, leaving.signal).then(
      (found) => leaving.signal.aborted || setInvitation(found),
      () => undefined,
    );
    return () => leaving.abort();
  }, []);
  return invitation;
}

async function lookUp(token: string, signal: AbortSignal): Promise<InvitationState> {
  try {
    return await api.call(endpoints.lookUpInvitation, { body: { token } }, { signal });
  } catch (error) {
    if (refusalCode(error) !== 'invitation_invalid') return 'unknown';
    forgetInvitation();
    return 'invalid';
  }
}
