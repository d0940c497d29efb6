import type { MovementKind } from '../activity/index.ts';
import { cancelHeldSend, type CancelDependencies } from './cancel-held-send.ts';
import { heldSendKind, sendCanceledKind, sendClaimedKind, sendReturnedKind } from './held-send-kinds.ts';
import { describeSend } from './sent-money.ts';

/** Describes a held send: to its sender while pending, to both people once claimed. */
export const heldSend = (dependencies: CancelDependencies): MovementKind => ({
  kind: sendClaimedKind,
  debit: 'send',
  credit: 'receive',
  people: ({ metadata: { sender, recipient } }) => [sender ?? '', recipient ?? ''],
  describe: describeSend,
  pending: {
    type: 'send',
    direction: 'out',
    startedBy: heldSendKind,
    failures: { [sendCanceledKind]: 'cancelled', [sendReturnedKind]: 'returned' },
    cancel: (owner, command, { hold }) => cancelHeldSend(dependencies, owner, command, hold),
  },
});
