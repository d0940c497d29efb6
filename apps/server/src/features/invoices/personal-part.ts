import type { Pool } from '../../platform/database/pool.ts';
import type { Member, PersonalPart } from '../identity/index.ts';
import { stateOfRow, allInvoices } from './invoice-store.ts';
import { invoiceView } from './invoice-view.ts';
import { readSettings, removeHostsOf } from './settings.ts';

/** The row `i` waits for money. An invoice that waits for money keeps the account open. */
const isWaiting = `(${stateOfRow} in ('open', 'partly_paid', 'overdue'))`;

type Dependencies = { readonly pool: Pool; readonly publicUrl: string };

/**
 * A member's own invoices, and their settings. Invoices from other issuers stay, because the issuers must keep them by
 * law. They name the customer as the issuer wrote it.
 */
export const personalInvoices = (dependencies: Dependencies): PersonalPart[] => [
  {
    name: 'invoices',
    read: (member) => viewsOf(dependencies, member),
    underWay: async (tx, { id }) => {
      const { rowCount } = await tx.query(`select from invoices i where issuer_id = $1 and ${isWaiting} limit 1`, [id]);
      return rowCount ? 'Some of your invoices are still open. Cancel them with credit notes first.' : undefined;
    },
    forget: async (tx, { id }) => {
      // A business must keep its issued invoices.
      await tx.query(
        `delete from invoices i using people p
         where i.issuer_id = $1 and p.id = i.issuer_id and not ${isWaiting} and (p.kind = 'person' or i.number is null)`,
        [id],
      );
      await tx.query('delete from invoice_settings where owner_id = $1', [id]);
      await tx.query('delete from invoice_series where owner_id = $1', [id]);
    },
    handOver: async (tx, { id }) => void (await tx.query('delete from invoices where issuer_id = $1', [id])),
  },
  { name: 'invoice_settings', read: ({ id }) => readSettings(dependencies.pool, id), review: removeHostsOf },
];

async function* viewsOf(dependencies: Dependencies, member: Member) {
  for await (const invoice of allInvoices(dependencies.pool, member.id)) yield invoiceView(dependencies, invoice);
}
