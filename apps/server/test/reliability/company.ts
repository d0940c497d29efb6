import { createClient, endpoints, type BusinessRole, type Client, type PaymentRule } from '@florin/contract';
import { details } from '../business.ts';
import { newPerson, type Person } from './people.ts';
import type { ServerBooks } from './server-books.ts';
import type { ServerProcess } from './server-process.ts';

/** Clients of one credential at two server processes. */
export type Pair = readonly [Client, Client];

export const companyRoles = ['owner', 'admin', 'payer', 'approver', 'accountant'] as const satisfies BusinessRole[];
export type CompanyRole = (typeof companyRoles)[number];

/** A business with $5,000, one person for each role, and a shop to pay. */
export type Company = {
  readonly id: string;
  readonly people: Readonly<Record<CompanyRole, Pair>>;
  readonly shop: Person;
};

export const openingDollars = 5_000;

type Servers = readonly [ServerProcess, ServerProcess];

export async function openCompany(books: ServerBooks, servers: Servers): Promise<Company> {
  const [server] = servers;
  const signUp = () => newPerson(server.clientOf(null), server.clientOf);
  const persons = { owner: await signUp(), admin: await signUp(), payer: await signUp() };
  const all = { ...persons, approver: await signUp(), accountant: await signUp() };
  const { handle, id } = await openAsOwner(books, server, all.owner);
  const acting = ({ token }: Person): Pair => [
    forBusiness(servers[0], token, handle),
    forBusiness(servers[1], token, handle),
  ];
  const [owner] = acting(all.owner);
  for (const role of companyRoles.slice(1)) {
    await owner.call(endpoints.invitePerson, { body: { email: all[role].email, role } });
    await accept(server, all[role]);
  }
  const card = await owner.call(endpoints.addPaymentMethod, { body: { token: 'tok_visa' } });
  const body = { amount: `${openingDollars}.00`, payment_method_id: card.id };
  await owner.call(endpoints.addFunds, { body });
  const people = Object.fromEntries(companyRoles.map((role) => [role, acting(all[role])]));
  return { id, people: people as Company['people'], shop: await signUp() };
}

async function openAsOwner({ main }: ServerBooks, { clientOf }: ServerProcess, { email, token }: Person) {
  await main.ownerPool.query('update users set kyc_level = 2 where email = $1', [email]);
  const handle = 'storm-company';
  const { id } = await clientOf(token).call(endpoints.openBusiness, {
    body: { name: 'Storm Company', handle, email: `payments@${handle}.example`, details },
  });
  await main.ownerPool.query('update users set kyc_level = 2 where id = $1', [id]);
  return { handle, id };
}

const forBusiness = ({ origin }: ServerProcess, token: string, handle: string): Client =>
  createClient({
    origin,
    fetch: (url, init) =>
      fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), 'florin-account': handle } }),
    token: () => token,
  });

async function accept({ clientOf }: ServerProcess, { email, token }: Person): Promise<void> {
  const mails = await clientOf(null).call(endpoints.listCaughtMails, { query: { to: email } });
  const [invitation = ''] = mails.flatMap(({ link }) => /\/join-business#([\w-]+)$/.exec(link ?? '')?.[1] ?? []);
  await clientOf(token).call(endpoints.acceptBusinessInvitation, { body: { token: invitation } });
}

/** Replaces the rules without the approval that a change by a member needs. */
export const setRules = ({ main }: ServerBooks, { id }: Company, rules: readonly PaymentRule[]) =>
  main.ownerPool.query(
    `insert into payment_rules (business_id, rules, version) values ($1, $2, 1)
     on conflict (business_id) do update set rules = excluded.rules, version = payment_rules.version + 1`,
    [id, JSON.stringify(rules)],
  );
