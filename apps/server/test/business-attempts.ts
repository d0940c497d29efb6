import { endpoints, type Client, type Endpoint } from '@florin/contract';

export type Attempt = {
  endpoint: Endpoint;
  id: () => string;
  call: (client: Client, id: string) => Promise<unknown>;
};

type Theirs = {
  readonly personId: string;
  readonly invitationId: string;
  readonly approvalId: string;
  readonly keyId: string;
  readonly withdrawalId: string;
  /** A client of the attacker's own business, and the attacker's password. */
  readonly business: Client;
  readonly password: string;
};

/** Every call about businesses, API keys and simulations that takes the id of something of another account. */
export const businessAttempts = (theirs: () => Theirs): Record<string, Attempt> => ({
  'changing the role of a person in another business': {
    endpoint: endpoints.changePersonRole,
    id: () => theirs().personId,
    call: (_, id) => theirs().business.call(endpoints.changePersonRole, { params: { id }, body: { role: 'viewer' } }),
  },
  'removing a person of another business': {
    endpoint: endpoints.removePerson,
    id: () => theirs().personId,
    call: (_, id) => theirs().business.call(endpoints.removePerson, { params: { id } }),
  },
  'reading a proposal of another business': {
    endpoint: endpoints.getApproval,
    id: () => theirs().approvalId,
    call: (_, id) => theirs().business.call(endpoints.getApproval, { params: { id } }),
  },
  'approving a proposal of another business': {
    endpoint: endpoints.approve,
    id: () => theirs().approvalId,
    call: (_, id) =>
      theirs().business.call(endpoints.approve, { params: { id }, body: { password: theirs().password } }),
  },
  'refusing a proposal of another business': {
    endpoint: endpoints.refuse,
    id: () => theirs().approvalId,
    call: (_, id) => theirs().business.call(endpoints.refuse, { params: { id }, body: {} }),
  },
  'withdrawing a proposal of another business': {
    endpoint: endpoints.withdrawOwn,
    id: () => theirs().approvalId,
    call: (_, id) => theirs().business.call(endpoints.withdrawOwn, { params: { id } }),
  },
  'rotating an API key of another account': {
    endpoint: endpoints.rotateKey,
    id: () => theirs().keyId,
    call: (client, id) => client.call(endpoints.rotateKey, { params: { id }, body: {} }),
  },
  'letting a withdrawal of another account come back': {
    endpoint: endpoints.simulateReturn,
    id: () => theirs().withdrawalId,
    call: (client, id) => client.call(endpoints.simulateReturn, { params: { id } }),
  },
  'revoking an API key of another account': {
    endpoint: endpoints.revokeKey,
    id: () => theirs().keyId,
    call: (client, id) => client.call(endpoints.revokeKey, { params: { id } }),
  },
  'revoking an invitation of another business': {
    endpoint: endpoints.revokeInvitation,
    id: () => theirs().invitationId,
    call: (_, id) => theirs().business.call(endpoints.revokeInvitation, { params: { id } }),
  },
});

/** Withdraws money to a new bank account, and returns the transaction's id. */
export async function withdrawalOf(client: Client): Promise<string> {
  const { id } = await client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
  return (await client.call(endpoints.withdraw, { body: { amount: '20.00', payment_method_id: id } })).id;
}
