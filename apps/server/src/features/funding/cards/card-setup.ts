import type { CardSetup } from '@florin/contract';
import { uuidv7 } from 'uuidv7';
import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isUuid } from '../../../platform/uuid.ts';
import type { CardProcessor, SetupState } from '../../../providers/card-processor/card-processor.ts';
import { lockMember, recordChange, type Member } from '../../identity/index.ts';
import { addMethodWithin, assertRoom, listMethods } from '../method-store.ts';
import { methodView } from '../method.ts';
import { customerOf } from './card-customers.ts';
import { returnPathOf } from './card-progress.ts';

type Dependencies = { readonly pool: Pool; readonly cards: CardProcessor };

type Row = {
  readonly id: string;
  readonly user_id: string;
  readonly processor_id: string | null;
  readonly state: CardSetup['state'];
  readonly method_id: string | null;
};

/** Opens a page of the card processor on which the member saves a card. Errors: `payment_method_not_usable`. */
export async function startCardSetup(dependencies: Dependencies, member: Member): Promise<CardSetup> {
  const { pool, cards } = dependencies;
  await assertRoom(pool, member.id);
  const id = uuidv7();
  await pool.query(
    `insert into card_setups (id, user_id, state, ask_after) values ($1, $2, 'waiting', now() + interval '2 minutes')`,
    [id, member.id],
  );
  const opened = await cards.openSetup({
    reference: id,
    returnPath: await returnPathOf(pool, member.id),
    customer: await customerOf(dependencies, member),
  });
  await pool.query('update card_setups set processor_id = $2 where id = $1', [id, opened.id]);
  return { id, state: 'waiting', url: opened.url };
}

/** Errors: `card_payment_not_found`, also for another member's card. */
export async function checkCardSetup(dependencies: Dependencies, userId: string, id: string): Promise<CardSetup> {
  const setup = isUuid(id) ? await findSetup(dependencies.pool, id) : undefined;
  if (setup?.user_id !== userId) throw new Refusal('card_payment_not_found', 'This card does not exist.');
  const url = await checkSetup(dependencies, setup);
  return view(dependencies.pool, (await findSetup(dependencies.pool, id)) ?? setup, url);
}

/** Asks the processor whether the card was saved, and saves it once. Returns the page where the member continues. */
async function checkSetup(dependencies: Dependencies, setup: Row): Promise<string | undefined> {
  if (setup.state !== 'waiting' || setup.processor_id === null) return undefined;
  const found = await dependencies.cards.lookAtSetup(setup.processor_id);
  if (found.state === 'waits') return found.url;
  await (found.state === 'saved' ? save(dependencies.pool, setup, found) : end(dependencies.pool, setup.id));
  return undefined;
}

/** Of several concurrent attempts, the first one saves the card. */
async function save(pool: Pool, { id, user_id }: Row, found: Extract<SetupState, { state: 'saved' }>): Promise<void> {
  try {
    await transact(pool, async (tx) => {
      await lockMember(tx, user_id);
      const { rowCount } = await tx.query(`select from card_setups where id = $1 and state = 'waiting' for update`, [
        id,
      ]);
      if (rowCount === 0) return;
      const method = await addMethodWithin(
        tx,
        { id: user_id },
        { token: found.token, described: found.method, payoutMethodWaitHours: 0 },
      );
      await tx.query(`update card_setups set state = 'saved', method_id = $2 where id = $1`, [id, method.id]);
      await recordChange(tx, [user_id], 'account');
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error; // no room for another card, or the account was closed
    await end(pool, id);
  }
}

async function end(pool: Pool, id: string): Promise<void> {
  await pool.query(`update card_setups set state = 'not_saved' where id = $1 and state = 'waiting'`, [id]);
}

/** Checks the setup of an event. A setup that does not exist is ignored. */
export async function checkSetupOf(dependencies: Dependencies, id: string): Promise<void> {
  const setup = isUuid(id) ? await findSetup(dependencies.pool, id) : undefined;
  if (setup) await checkSetup(dependencies, setup);
}

const atOnce = 50;

/** Checks setups whose members did not come back. A setup without a page was abandoned before it began. */
export async function checkWaitingSetups(dependencies: Dependencies, signal?: AbortSignal): Promise<void> {
  const { rows } = await dependencies.pool.query<Row>(
    `update card_setups
     set ask_after = now() + greatest(interval '1 minute', (now() - created_at) / 4),
         state = case when processor_id is null then 'not_saved' else state end
     where id in (select id from card_setups where state = 'waiting' and ask_after <= now()
                  order by ask_after limit $1 for update skip locked)
     returning id, user_id, processor_id, state, method_id`,
    [atOnce],
  );
  for (const setup of rows) if (!signal?.aborted) await checkSetup(dependencies, setup);
}

async function findSetup(database: Queryable, id: string): Promise<Row | undefined> {
  const { rows } = await database.query<Row>(
    'select id, user_id, processor_id, state, method_id from card_setups where id = $1',
    [id],
  );
  return rows[0];
}

async function view(pool: Pool, { id, user_id, state, method_id }: Row, url: string | undefined): Promise<CardSetup> {
  const saved = method_id === null ? undefined : (await listMethods(pool, user_id)).find((one) => one.id === method_id);
  return { id, state, ...(url === undefined ? {} : { url }), ...(saved ? { method: methodView(saved) } : {}) };
}
