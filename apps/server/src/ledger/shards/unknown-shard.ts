/** connection_does_not_exist: the caller gets 503, as for a ledger that is down. */
const noConnection = '08003';

/** Throws for a ledger that was added after the start of this node. */
export function unknownShard(number: number): never {
  throw Object.assign(
    new Error(`this node does not know ledger ${number}: set FLORIN_LEDGERS as for the other nodes, and restart it`),
    { code: noConnection },
  );
}
