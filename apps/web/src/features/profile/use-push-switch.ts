import type { NotificationPreferences } from '@florin/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { askForPush, pushAbility, resumePush, turnOffPush, turnOnPush } from '../../api/browser-push.ts';
import { refusalText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { toast } from '../../ui/toast.ts';
import { useChangePreferences } from './use-change-preferences.ts';

const hereKey = ['push-subscription'];

/**
 * The preference is the member's, the permission this browser's: both are needed, and what is missing is said. `isHere`
 * is unknown until the browser was asked.
 */
export function usePushSwitch({ push, push_key: publicKey }: NotificationPreferences) {
  const queryClient = useQueryClient();
  const { save } = useChangePreferences();
  const [ability, setAbility] = useState(pushAbility);
  const { data: isHere } = useQuery({ queryKey: hereKey, queryFn: resumePush, enabled: push && publicKey !== null });
  const turnOn = async () => {
    const isAllowed = await askForPush();
    setAbility(pushAbility());
    if (!(await save({ push: true }))) return;
    const isHeard = isAllowed && publicKey !== null;
    if (isHeard) await turnOnPush(publicKey);
    queryClient.setQueryData(hereKey, isHeard);
  };
  const turnOff = async () => {
    if (!(await save({ push: false }))) return;
    await turnOffPush();
    queryClient.setQueryData(hereKey, false);
  };
  const { run, busy } = useCommand({
    call: (on: boolean) => (on ? turnOn() : turnOff()),
    onFailed: (error) => toast.error(refusalText(error, 'This browser could not be set up for push messages.')),
  });
  return {
    isOn: push,
    busy,
    turn: run,
    problem: problemOf({ publicKey, ability }),
    /** The server sends none, so it cannot be turned on. A browser without push turns it for the member's others. */
    isSent: publicKey !== null,
    /** It is on, this browser could, and has not been asked. */
    canStartHere: push && publicKey !== null && ability === 'possible' && isHere === false,
  };
}

function problemOf({ publicKey, ability }: { publicKey: string | null; ability: ReturnType<typeof pushAbility> }) {
  if (publicKey === null) return 'This server sends no push messages.';
  if (ability === 'missing') return 'This browser has no push messages. Another one of yours may have them.';
  if (ability === 'blocked') return 'This browser blocks notifications from Florin. Allow them in its settings first.';
  return undefined;
}
