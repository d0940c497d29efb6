/**
 * The baseline: the same send as in a typical wallet, one transaction per request on 32 connections with SELECT … FOR
 * UPDATE. The baseline does the same work as the product's send: session, recipient, idempotency, both limits, fee,
 * history. The fee is a column and not another locked row, so the baseline is as fast as possible. `POST /constant`
 * answers a constant, to measure HTTP alone.
 */
import { createHash, randomUUID } from 'node:crypto';
import fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 32 });
const http = fastify();

type Send = { recipient_email: string; amount: number; note?: string };

http.post<{ Body: Send }>('/api/transactions/send', async (request, reply) => {
  const token = request.headers.authorization?.slice(7) ?? '';
  const session = await pool.query<{ id: string; email: string }>(
    `select u.id, u.email from naive.sessions s join naive.users u on u.id = s.user_id
     where s.token_hash = $1 and s.expires_at > now()`,
    [createHash('sha256').update(token).digest()],
  );
  const sender = session.rows[0];
  if (!sender) return reply.code(401).send({ detail: 'Please sign in.' });
  const cents = Math.round(request.body.amount * 100);
  const fee = Math.ceil(cents * 0.02);
  const key = String(request.headers['idempotency-key'] ?? randomUUID());
  const client = await pool.connect();
  try {
    await client.query('begin');
    const recipient = await client.query<{ id: string }>('select id from naive.users where email = $1', [
      request.body.recipient_email,
    ]);
    const to = recipient.rows[0]?.id;
    if (!to) throw new Error('unknown recipient');
    const known = await client.query(
      'insert into naive.idempotency_keys (user_id, key) values ($1, $2) on conflict do nothing',
      [sender.id, key],
    );
    if (known.rowCount === 0) throw new Error('repeated');
    const wallets = await client.query<{ user_id: string; balance: string }>(
      'select user_id, balance from naive.wallets where user_id = any ($1) order by user_id for update',
      [[sender.id, to]],
    );
    const balance = Number(wallets.rows.find((wallet) => wallet.user_id === sender.id)?.balance);
    if (balance < cents + fee) throw new Error('insufficient');
    const used = await client.query<{ day: string; month: string }>(
      `select coalesce(sum(amount) filter (where created_at >= date_trunc('day', now())), 0) as day,
              coalesce(sum(amount), 0) as month
       from naive.transactions
       where user_id = $1 and type = 'send' and created_at >= date_trunc('month', now())`,
      [sender.id],
    );
    if (Number(used.rows[0]?.day) + cents > 10_000_00) throw new Error('limit');
    await client.query('update naive.wallets set balance = balance - $2 where user_id = $1', [sender.id, cents + fee]);
    await client.query('update naive.wallets set balance = balance + $2 where user_id = $1', [to, cents]);
    await client.query(
      `insert into naive.transactions (id, user_id, type, amount, fee, other_id, note) values
         ($1, $3, 'send', $5, $6, $4, $7), ($2, $4, 'receive', $5, 0, $3, $7)`,
      [randomUUID(), randomUUID(), sender.id, to, cents, fee, request.body.note],
    );
    await client.query('commit');
    return { status: 'completed', amount: cents / 100, fee: fee / 100 };
  } catch (error) {
    await client.query('rollback');
    return await reply.code(409).send({ detail: String(error) });
  } finally {
    client.release();
  }
});

http.post('/constant', async () => ({ status: 'completed', amount: 1, fee: 0.02 }));

await http.listen({ port: Number(process.env['PORT']) });
