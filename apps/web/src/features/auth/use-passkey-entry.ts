import { useState } from 'react';
import { isPasskeyDeclined, signInByPasskey } from '../../api/passkeys.ts';
import { isStorageKept } from '../../api/stored-session.ts';
import { toast } from '../../ui/toast.ts';
import { loginFailed, loginWelcome, storageNeeded } from './login-words.ts';
import { useEnter } from './use-enter.ts';

type SessionOfCall = Awaited<ReturnType<typeof signInByPasskey>>;

/** Signs in with a passkey: by itself, which is both factors at once, or as `open` says. */
export function usePasskeyEntry(open: (remember: boolean) => Promise<SessionOfCall> = signInByPasskey) {
  const enter = useEnter(loginWelcome);
  const [busy, setBusy] = useState(false);
  const start = async (remember: boolean) => {
    if (!isStorageKept()) return toast.error(storageNeeded);
    setBusy(true);
    const session = await open(remember).catch(tellWhy);
    if (session) enter({ ...session, remembered: remember });
    else setBusy(false);
  };
  return { start: (remember: boolean) => void start(remember), busy };
}

function tellWhy(error: unknown) {
  if (isPasskeyDeclined(error)) toast.info('No passkey was used');
  else toast.error(loginFailed);
}
