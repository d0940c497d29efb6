import { endpoints, type FormerAddress } from '@florin/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api } from '../../api/client.ts';
import { formerAddressesQuery } from '../../api/queries.ts';
import { useCommand } from '../../api/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from './security/confirm-dialog.tsx';
import { nearDayText } from '../../wallet-ui/day-text.ts';
import styles from './profile.module.css';

/** Lists the member's former email addresses. Renders nothing without former addresses. */
export function FormerAddresses({ email }: { email: string }) {
  const { data = [] } = useQuery(formerAddressesQuery(email));
  const [givingUp, setGivingUp] = useState<FormerAddress>();
  const id = useId();
  if (data.length === 0) return null;
  return (
    <section className={styles.former} aria-labelledby={id}>
      <h3 id={id}>Former addresses</h3>
      <p className="small muted">People can still reach you at these addresses. They don’t see your new address.</p>
      <ul>
        {data.map((address) => (
          <li key={address.email}>
            <span>
              <bdi>{address.email}</bdi> <span className="small muted">until {nearDayText(address.since)}</span>
            </span>
            <Button
              variant="quiet"
              size="s"
              onClick={() => setGivingUp(address)}
              aria-label={`Give up ${address.email}`}
            >
              Give up
            </Button>
          </li>
        ))}
      </ul>
      {givingUp && <GiveUpDialog address={givingUp} onClose={() => setGivingUp(undefined)} />}
    </section>
  );
}

function GiveUpDialog({ address, onClose }: { address: FormerAddress; onClose: () => void }) {
  const queryClient = useQueryClient();
  const command = useCommand({
    call: () => api.call(endpoints.giveUpAddress, { body: { email: address.email } }),
    onDone: () => {
      void queryClient.invalidateQueries({ queryKey: ['former-addresses'] });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Give up ${address.email}?`}
      description="Money sent to this address no longer reaches you, and others can sign up with it. This can’t be undone."
      action="Give up"
      busyText="Giving up..."
      command={command}
      onClose={onClose}
    />
  );
}
