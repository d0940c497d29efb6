import { endpoints, type FormerAddress } from '@florin/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api } from '../../api/client.ts';
import { formerAddressesQuery } from '../../api/queries.ts';
import { useCommand } from '../../api/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from './security/confirm-dialog.tsx';
import { nearDayText } from '../../wallet-ui/day-text.ts';

/** Addresses that the member had before; nothing for a member without any. */
export function FormerAddresses({ email }: { email: string }) {
  const { data = [] } = useQuery(formerAddressesQuery(email));
  const [givingUp, setGivingUp] = useState<FormerAddress>();
  const id = useId();
  if (data.length === 0) return null;
  return (
    <section className="former" aria-labelledby={id}>
      <h3 id={id}>Former addresses</h3>
      <p className="small muted">
        People who know you by one of these still reach you with it. Nobody is told your new address.
      </p>
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
      description="Money that people send to it no longer reaches you, and somebody else can sign up with it. This cannot be undone."
      action="Give up"
      busyText="Giving up..."
      command={command}
      onClose={onClose}
    />
  );
}
