import { useState } from 'react';
import { isPasskeyDeclined, signInByPasskey } from '../../api/passkeys.ts';
import { isStoragePersistent } from '../../api/stored-session.ts';
import { toast } from '../../ui/toast.ts';
import { loginFailed, loginWelcome, storageNeeded } from './login-words.ts';
import { useEnter } from './use-enter.ts';

type SessionOfCall = Awaited<ReturnType<typeof signInByPasskey>>;

/** Signs in with a passkey. A passkey counts as both factors; `open` can send it together with a password instead. */
export function usePasskeyEntry(open: (remember: boolean) => Promise<SessionOfCall> = signInByPasskey) {
  const enter = useEnter(loginWelcome);
  const [busy, setBusy] = useState(false);
  const start = async (remember: boolean) => {
    if (!isStoragePersistent()) return toast.error(storageNeeded);
    setBusy(true);
    const session = await open(remember).catch(showPasskeyError);
    if (session) enter({ ...session, remembered: remember });
    else setBusy(false);
  };
  return { start: (remember: boolean) => void start(remember), busy };
}

function showPasskeyError(error: unknown) {
  if (isPasskeyDeclined(error)) toast.info('No passkey was used');
  else toast.error(loginFailed);
}
