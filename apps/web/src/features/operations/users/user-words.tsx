import type { FoundUser } from '@florin/contract';
import { Status } from '../../../ui/status.tsx';

export const planLabel: Record<FoundUser['plan'], string> = { personal: 'Personal', pro: 'Pro', business: 'Business' };

export function UserState({ user: { state, email_confirmed: isConfirmed } }: { user: FoundUser }) {
  if (state === 'frozen') return <Status tone="over">Frozen</Status>;
  if (state === 'closed') return <Status tone="over">Closed</Status>;
  return isConfirmed ? <Status tone="ok">Open</Status> : <Status tone="wait">Email not confirmed</Status>;
}
