import type { FoundUser } from '@florin/contract';
import { fromExact } from '../../../api/exact.ts';
import { Status } from '../../../ui/status.tsx';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';

export const planLabel: Record<FoundUser['plan'], string> = { personal: 'Personal', pro: 'Pro', business: 'Business' };

export function UserState({ user: { state, email_confirmed: isConfirmed } }: { user: FoundUser }) {
  if (state === 'frozen') return <Status tone="over">Frozen</Status>;
  if (state === 'closed') return <Status tone="over">Closed</Status>;
  return isConfirmed ? <Status tone="ok">Open</Status> : <Status tone="wait">Email not confirmed</Status>;
}

/** The money in the wallets. The amount is unknown while the database of a ledger is down. */
export const UserMoney = ({ user }: { user: FoundUser }) =>
  user.fiat_usd_exact === null ? 'unknown' : <AmountText amount={fromExact('USD', user.fiat_usd_exact)} />;
