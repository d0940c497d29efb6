import { describe, expect, test } from 'vitest';
import { checkFile } from './check-file.mjs';

const SEND = 'apps/server/src/features/transfers/send-money.ts';
const allowed = [
  ['apps/server/src/features/transfers/routes.ts', `import { x } from '../wallets/index.ts'`],
  [SEND, `import type { Ledger } from '../../ledger/index.ts'`],
  [SEND, `import { Refusal } from '../../platform/refusal.ts'`],
  ['apps/server/src/app.ts', `import { simulated } from './providers/price-feed/simulated.ts'`],
  ['apps/server/src/features/transfers/send.test.ts', `import { x } from '../wallets/store.ts'`],
  ['packages/contract/src/index.ts', `import { Amount } from '@florin/money'`],
  ['packages/contract/src/index.ts', `import * as z from 'zod/mini'`],
  ['apps/web/src/features/send/send-page.tsx', `import { Button } from '../../ui/button.tsx'`],
  ['apps/web/src/main.tsx', `import './styles/app.css'`],
  [SEND, `// import { x } from '../../app.ts'`],
  ['apps/web/src/api/server-time.ts', 'export const deviceNow = () => Date.now()'],
  ['apps/web/src/shell/ago.test.ts', 'const now = new Date();'],
  ['apps/web/src/shell/ago.ts', '// as Date.now() has it\nconst at = new Date(date), now: Date = at;'],
  ['apps/server/src/main.ts', 'const now = Date.now()'],
  [SEND, 'await tx.query(`select 1 where id = $1`, [id])'],
  [SEND, 'const columns = `a, b`;\nf(() => pool.query<Row>(`select ${columns} from held_sends`))'],
  [SEND, 'export const of = (table: string) => `${table}.id`;\npool.query(`select ${of("u")} from held_sends u`)'],
  [SEND, "pool.query(`select 1 ${locked ? 'for update' : ''}`)"],
  [SEND, 'const a = /`/;\nlogger.warn(`chosen: ${name}` + `${a}`)'],
  [SEND, 'say({ text: `${done} and ${text}`, agrees })'],
  [SEND, '// pool.query(`select ${x}`)'],
  [SEND.replace('.ts', '.test.ts'), 'pool.query(`select ${x}`)'],
  ['apps/server/src/platform/backup/copy-rows.ts', 'client.query(`select from ${name}`)'],
  [SEND, 'pool.query(`select from held_sends s join people p on true join books.entries e on true`)'],
  [SEND, '// they are taken from users'],
  [SEND.replace('.ts', '.test.ts'), 'pool.query(`update ledger.holds set amount = 1`)'],
  ['apps/server/src/platform/vault.ts', "database.query('select wrapped from data_keys')"],
];

const broken = [
  [SEND, 'tx.query(`select 1 from users`)', 'names the table users'],
  [SEND, "tx.query('update users set plan = $1', [plan])", 'names the table users'],
  [SEND, 'tx.query(`select from held_sends s join public.contacts c on true`)', 'names the table contacts'],
  [SEND, 'tx.query(`select from ledger.postings`)', 'names the table ledger.postings'],
  ['apps/server/src/ledger/balances.ts', "tx.query('select from ledger.accounts')", 'names the table ledger.accounts'],
  ['apps/server/src/platform/vault.ts', "database.query('delete from sessions')", 'names the table sessions'],
  [SEND, `import { x } from '../wallets/store.ts'`, 'through its index.ts'],
  [SEND, `import { x } from '../trading/index.ts'`, 'not listed as calling trading'],
  [SEND, `import { x } from '../../ledger/post-batch.ts'`, 'import the ledger through its index.ts'],
  [SEND, `import {\n  type A,\n  b,\n} from '../../app.ts'`, 'may not import server/app'],
  [SEND, `export { x } from '../../app.ts'`, 'may not import server/app'],
  [SEND, `const x = await import('../../app.ts')`, 'may not import server/app'],
  [SEND, `import { x } from '../../../../web/src/ui/button.tsx'`, 'may not import web/ui'],
  [SEND, `import { x } from '../../providers/price-feed/simulated.ts'`, 'only app.ts may choose'],
  [SEND, `const port = process.env.PORT`, 'reads process.env'],
  ['apps/server/src/platform/jobs.ts', `import { x } from '../ledger/index.ts'`, 'may not import server/ledger'],
  ['apps/web/src/features/send/page.tsx', `import { x } from '../cards/card.tsx'`, 'may not import each other'],
  ['apps/web/src/ui/button.tsx', `import { x } from '../wallet-ui/amount-text.tsx'`, 'may not import web/wallet-ui'],
  ['apps/web/src/ui/button.tsx', `import { Link } from '@tanstack/react-router'`, 'must not use'],
  ['packages/money/src/amount.ts', `import { z } from 'zod'`, 'must not use'],
  ['packages/money/src/amount.ts', `import { x } from '@florin/contract'`, 'may not import contract'],
  ['e2e/send.spec.ts', `import { cast } from '../apps/server/seed/cast.ts'`, 'may not import server/seed'],
  [SEND, 'await tx.query(`select ${x}`)', 'builds SQL with x'],
  [SEND, 'await tx.query<Row>(`${start} where id = ${id}`)', 'builds SQL with start'],
  [SEND, 'const f = (id) => {\n  const sql = `update held_sends set a = ${id}`;\n};', 'builds SQL with id'],
  [SEND, 'const own = (t) => t;\nf((body) => tx.query(`select ${own(body.name)}`))', 'builds SQL with body'],
  [SEND, "tx.query(`select 1 ${all ? '' : `where a = ${word}`}`)", 'builds SQL with word'],
  [SEND, 'tx.query({ text: `${select} limit ${most}`, values: [id] })', 'builds SQL with select'],
  [SEND, `tx.query('select 1 where id = ' + id)`, 'builds SQL with +'],
  [SEND, `const sql = 'delete from held_sends where id = ' + id`, 'builds SQL with +'],
  [SEND, `tx.query(start + end)`, 'builds SQL with +'],
  ['apps/web/src/shell/ago.ts', 'const now = Date.now();', "reads the device's clock"],
  ['apps/web/src/shell/ago.ts', 'const at = (now = new Date()) => now;', "reads the device's clock"],
  ['apps/web/src/shell/ago.ts', 'useState(Date.now)', "reads the device's clock"],
  ['apps/web/src/shell/ago.ts', 'const at = new Date(query.dataUpdatedAt)', "reads the device's clock"],
  ['apps/web/worker/push.ts', 'const text = Date()', "reads the device's clock"],
  ['apps/phone/src/main.ts', ``, 'in no layer'],
];

describe('the boundaries', () => {
  test.each(allowed)('%s may contain %s', (file, source) => {
    expect(checkFile(file, source)).toEqual([]);
  });

  // Rules: security-30
  test.each(broken)('%s may not contain %s', (file, source, rule) => {
    expect(checkFile(file, source).join('\n')).toContain(rule);
  });
});
