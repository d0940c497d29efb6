/** The addresses of a further ledger. */
export type LedgerAddress = {
  /** The owner's address, or that of a login without the owner's rights. */
  readonly databaseUrl: string;
  /** The owner's address, if `databaseUrl` names the application login. */
  readonly migrationDatabaseUrl: string | undefined;
};

/** Ids have eight bits for the number of their ledger, and the main one is number 0. */
const maxLedgers = 255;

/**
 * Splits a list of addresses. A comma within an address separates its hosts, so only a comma before a scheme ends an
 * address. Returns wrong addresses unchanged.
 */
export const splitAddresses = (text: string): string[] =>
  text === '' ? [] : text.split(/,(?=\s*postgres(?:ql)?:\/\/)/).map((address) => address.trim());

/**
 * Reads FLORIN_LEDGERS and the owners' addresses. A problem does not repeat the addresses, because they contain
 * passwords.
 */
export function ledgersOf(env: Record<string, string | undefined>, problems: string[]): readonly LedgerAddress[] {
  const [ledgers, owners] = [
    addressesOf(env, 'FLORIN_LEDGERS', problems),
    addressesOf(env, 'FLORIN_MIGRATION_LEDGERS', problems),
  ];
  if (owners.length > 0 && owners.length !== ledgers.length)
    problems.push(
      `FLORIN_MIGRATION_LEDGERS has ${owners.length} addresses and FLORIN_LEDGERS ${ledgers.length}. Name each ledger's owner, in the same order.`,
    );
  return ledgers.map((databaseUrl, i) => ({ databaseUrl, migrationDatabaseUrl: owners[i] }));
}

function addressesOf(
  env: Record<string, string | undefined>,
  name: 'FLORIN_LEDGERS' | 'FLORIN_MIGRATION_LEDGERS',
  problems: string[],
): string[] {
  const addresses = splitAddresses(env[name] ?? '');
  if (addresses.some((address) => !/^postgres(?:ql)?:\/\/\S+[^,\s]$/.test(address)))
    problems.push(`${name} must be postgres://user:password@host:5432/database, and more of them after commas.`);
  if (addresses.length > maxLedgers) problems.push(`${name} must have at most ${maxLedgers} addresses.`);
  return addresses;
}
