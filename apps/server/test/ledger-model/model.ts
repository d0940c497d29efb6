import { isOver, type ModelDraw, type ModelEntry, type OutcomeName, type Reservation } from './entry.ts';

export type ModelAccount = {
  readonly asset: string;
  floor: bigint | undefined;
  posted: bigint;
  held: bigint;
  seq: bigint;
};
type ModelHold = Reservation & { ended: boolean };

/**
 * Names an account by its id. An allowance is named by its owner and period, because the model does not know its id.
 */
export type AccountName = bigint | string;

export type Verdict = {
  readonly outcome: OutcomeName;
  readonly id?: bigint;
  readonly account?: AccountName;
  /** Number and balance of each posting. */
  readonly lines: readonly { readonly seq: bigint; readonly balance: bigint }[];
};

type Change = { readonly name: AccountName; readonly amount: bigint; readonly floor: bigint | undefined };

const allowanceName = (draw: Pick<ModelDraw, 'owner' | 'slot'>) => `${draw.owner} ${draw.slot}`;

/**
 * Models the ledger as if entries arrived one at a time: a few maps and the simplest possible code. The database must
 * give the same outcomes.
 */
export class Model {
  readonly accounts = new Map<bigint, ModelAccount>();
  readonly allowances = new Map<string, ModelAccount>();
  readonly holds = new Map<bigint, ModelHold>();
  private readonly keys = new Map<string, { id: bigint; hash: bigint }>();
  private readonly quotes = new Set<string>();

  /** Decides and posts one entry. `id` becomes its id if it is posted. */
  post(entry: ModelEntry, id: bigint): Verdict {
    const stored = this.keys.get(entry.key);
    if (stored) return { outcome: stored.hash === entry.hash ? 'duplicate' : 'conflict', id: stored.id, lines: [] };
    const refusal = this.malformed(entry) ?? this.notOpen(entry) ?? this.overdrawn(entry);
    return refusal ? { ...refusal, lines: [] } : this.write(entry, id);
  }

  /** Returns the account with this id, which must exist. */
  account(id: bigint): ModelAccount {
    const found = this.accounts.get(id);
    if (!found) throw new Error(`the model has no account ${id}`);
    return found;
  }

  private malformed({ postings, draws, reserves }: ModelEntry): Omit<Verdict, 'lines'> | undefined {
    const named = [...postings, ...(reserves ? [reserves] : [])].map((line) => line.account);
    const [unknown] = named.filter((account) => !this.accounts.has(account)).toSorted((a, b) => (a < b ? -1 : 1));
    if (unknown !== undefined) return { outcome: 'unknown_account', account: unknown };
    const sums = new Map<string, bigint>();
    for (const { account, amount } of postings) {
      const { asset } = this.account(account);
      sums.set(asset, (sums.get(asset) ?? 0n) + amount);
    }
    const isUnbalanced = [...sums.values()].some((sum) => sum !== 0n);
    const hasZero = [...postings, ...draws].some((line) => line.amount === 0n);
    if (isUnbalanced || hasZero || (reserves && reserves.amount <= 0n)) return { outcome: 'unbalanced' };
    return undefined;
  }

  private notOpen({ postings, endsHold, quote }: ModelEntry): Omit<Verdict, 'lines'> | undefined {
    if (endsHold !== undefined) {
      const hold = this.holds.get(endsHold);
      const moves = postings.length > 0;
      if (!hold || hold.ended || (moves && isOver(hold.expires))) return { outcome: 'hold_not_open' };
    }
    if (quote && this.quotes.has(quote.id)) return { outcome: 'quote_used' };
    if (quote && isOver(quote.expires)) return { outcome: 'quote_expired' };
    return undefined;
  }

  private overdrawn(entry: ModelEntry): Omit<Verdict, 'lines'> | undefined {
    const broken = [...this.changes(entry)]
      .filter(([account, { amount, floor }]) => amount < 0n && isBelow(account.posted - account.held + amount, floor))
      .map(([, { name }]) => name);
    const account = broken.find((name) => typeof name === 'bigint') ?? broken[0];
    if (account === undefined) return undefined;
    return { outcome: typeof account === 'bigint' ? 'insufficient' : 'limit', account };
  }

  /** Returns the entry's change of each account's available balance, in the order of its lines. */
  private changes({ postings, draws, reserves, endsHold }: ModelEntry): Map<ModelAccount, Change> {
    const changes = new Map<ModelAccount, Change>();
    const add = (account: ModelAccount, name: AccountName, amount: bigint, floor = account.floor) =>
      changes.set(account, { name, amount: (changes.get(account)?.amount ?? 0n) + amount, floor });
    for (const { account, amount } of postings) add(this.account(account), account, amount);
    for (const draw of draws) add(this.allowance(draw), allowanceName(draw), -draw.amount, -draw.limit);
    if (reserves) add(this.account(reserves.account), reserves.account, -reserves.amount);
    const hold = endsHold === undefined ? undefined : this.holds.get(endsHold);
    if (hold) add(this.account(hold.account), hold.account, hold.amount);
    return changes;
  }

  private write(entry: ModelEntry, id: bigint): Verdict {
    const { key, hash, postings, draws, quote, endsHold, reserves } = entry;
    const hold = endsHold === undefined ? undefined : this.holds.get(endsHold);
    if (hold) {
      hold.ended = true;
      this.account(hold.account).held -= hold.amount;
    }
    const lines = postings.map(({ account, amount }) => move(this.account(account), amount));
    for (const draw of draws) {
      const allowance = this.allowance(draw);
      move(allowance, -draw.amount);
      // The floor is the limit now in force, or the amount used if that is more.
      allowance.floor = -draw.limit < allowance.posted ? -draw.limit : allowance.posted;
    }
    if (reserves) {
      this.account(reserves.account).held += reserves.amount;
      this.holds.set(id, { ...reserves, ended: false });
    }
    if (quote) this.quotes.add(quote.id);
    this.keys.set(key, { id, hash });
    return { outcome: 'posted', id, lines };
  }

  private allowance(draw: ModelDraw): ModelAccount {
    const name = allowanceName(draw);
    const known = this.allowances.get(name);
    if (known) return known;
    const opened: ModelAccount = { asset: 'USD-limit', floor: -draw.limit, posted: 0n, held: 0n, seq: 0n };
    this.allowances.set(name, opened);
    return opened;
  }
}

const isBelow = (available: bigint, floor: bigint | undefined) => floor !== undefined && available < floor;

function move(account: ModelAccount, amount: bigint) {
  account.posted += amount;
  account.seq += 1n;
  return { seq: account.seq, balance: account.posted };
}
