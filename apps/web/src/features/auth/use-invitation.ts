import { endpoints, type Invitation } from '@florin/contract';
import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import { refusalCode } from '../../api/refusal-text.ts';
import { forgetInvitation, storedInvitation } from '../../api/stored-invitation.ts';

/** `unknown`: it could not be asked, and the page is as good without. */
type Asked = 'asking' | 'over' | 'unknown' | Invitation;

/** What the invitation that led here tells of. */
export function useInvitation(): Asked {
  const [asked, setAsked] = useState<Asked>('asking');
  useEffect(() => {
    const token = storedInvitation();
    if (token === null) return undefined;
    const leaving = new AbortController();
    lookUp(token, leaving.signal).then(
      (found) => leaving.signal.aborted || setAsked(found),
      () => undefined,
    );
    return () => leaving.abort();
  }, []);
  return asked;
}

async function lookUp(token: string, signal: AbortSignal): Promise<Asked> {
  try {
    return await api.call(endpoints.lookUpInvitation, { body: { token } }, { signal });
  } catch (error) {
    if (refusalCode(error) !== 'invitation_invalid') return 'unknown';
    forgetInvitation();
    return 'over';
  }
}
