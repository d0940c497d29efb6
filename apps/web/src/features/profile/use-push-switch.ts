import type { NotificationPreferences } from '@florin/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { askForPush, pushAbility, resumePush, turnOffPush, turnOnPush } from '../../api/browser-push.ts';
import { refusalText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { toast } from '../../ui/toast.ts';
import { useChangePreferences } from './use-change-preferences.ts';
import { brandName } from '../../ui/brand.ts';

const subscriptionKey = ['push-subscription'];

/**
 * The state of the push switch. Push needs the member's preference and this browser's permission; `problem` names the
 * missing part. `isSubscribed` is undefined until the browser has answered.
 */
export function usePushSwitch({ push, push_key: publicKey }: NotificationPreferences) {
  const queryClient = useQueryClient();
  const { save } = useChangePreferences();
  const [ability, setAbility] = useState(pushAbility);
  const { data: isSubscribed } = useQuery({
    queryKey: subscriptionKey,
    queryFn: resumePush,
    enabled: push && publicKey !== null,
  });
  const turnOn = async () => {
    const isAllowed = await askForPush();
    setAbility(pushAbility());
    if (!(await save({ push: true }))) return;
    const canSubscribe = isAllowed && publicKey !== null;
    if (canSubscribe) await turnOnPush(publicKey);
    queryClient.setQueryData(subscriptionKey, canSubscribe);
  };
  const turnOff = async () => {
    if (!(await save({ push: false }))) return;
    await turnOffPush();
    queryClient.setQueryData(subscriptionKey, false);
  };
  const { run, busy } = useCommand({
    call: (on: boolean) => (on ? turnOn() : turnOff()),
    onFailed: (error) => toast.error(refusalText(error, 'Could not turn on push messages. Try again.')),
  });
  return {
    isOn: push,
    busy,
    turn: run,
    problem: problemOf({ publicKey, ability }),
    /** False if the server sends no push messages. The switch works even in a browser without push support. */
    isSent: publicKey !== null,
    /** True if push is on and this browser supports push, but has no subscription yet. */
    canStartHere: push && publicKey !== null && ability === 'possible' && isSubscribed === false,
  };
}

function problemOf({ publicKey, ability }: { publicKey: string | null; ability: ReturnType<typeof pushAbility> }) {
  if (publicKey === null) return 'This server sends no push messages.';
  if (ability === 'missing') return 'This browser doesn’t support push messages. Try another browser.';
  if (ability === 'blocked') return `This browser blocks notifications from ${brandName}. Allow them in its settings.`;
  return undefined;
}
