import { endpoints, type Policy } from '@florin/contract';
import type { Logger } from 'pino';
import type { Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { routesFor, streamsFor } from '../../platform/http/route.ts';
import { countUse } from '../../platform/use-counts.ts';
import type { History } from '../activity/index.ts';
import type { Contacts } from '../contacts/index.ts';
import { assertKeyWallet, paying, type SignedIn } from '../identity/index.ts';
import { paperHeadOf, type Documents, type PaperSettings } from '../statements/index.ts';
import type { Outflows } from '../wallets/index.ts';
import { creditInvoice } from './credit-invoice.ts';
import type { Invoice } from './invoice.ts';
import { findByToken, findInvoice, listInvoices, pageSize } from './invoice-store.ts';
import { invoiceView, publicView, rowView } from './invoice-view.ts';
import { issueInvoice, type Mailed } from './issue-invoice.ts';
import { payInvoice } from './pay-invoice.ts';
import { printedInvoice } from './print-invoice.ts';
import { recordOutsidePayment, removeOutsidePayment } from './record-payment.ts';
import { remindOfInvoice } from './remind-of-invoice.ts';
import { changeSettings, readSettings } from './settings.ts';
import { transferDetails, type TransferSettings } from './transfer-details.ts';
import { changeDraft, createDraft, removeDraft } from './write-draft.ts';

type Dependencies = TransferSettings &
  PaperSettings & {
    readonly pool: Pool;
    readonly ledger: Ledger;
    readonly outflows: Outflows;
    readonly history: History;
    readonly contacts: Contacts;
    readonly documents: Documents;
    readonly logger: Logger;
    readonly publicUrl: string;
    readonly policy: Policy;
    readonly rateLimits: boolean;
  };

const route = routesFor<SignedIn>();
const stream = streamsFor<SignedIn>();

export function invoiceRoutes(dependencies: Dependencies) {
  return [...draftRoutes(dependencies), ...issuedRoutes(dependencies), ...publicRoutes(dependencies)];
}

function draftRoutes(dependencies: Dependencies) {
  const { pool } = dependencies;
  const view = (invoice: Invoice) => invoiceView(dependencies, invoice);
  return [
    route(endpoints.listInvoices, async ({ member, query, nextPage }) => {
      const invoices = await listInvoices(pool, member.id, query.state ?? 'all', query.cursor);
      const last = invoices.at(-1);
      if (last && invoices.length === pageSize) nextPage(last.id);
      return invoices.map(rowView);
    }),
    route(endpoints.getInvoice, async ({ member, params }) => view(await findInvoice(pool, member.id, params.id))),
    route(endpoints.createInvoice, async ({ member, body, command }) => {
      assertKeyWallet(member, body.currency);
      return view(await createDraft(dependencies, member, command, body));
    }),
    route(endpoints.changeInvoice, async ({ member, params, body }) => {
      assertKeyWallet(member, body.currency);
      return view(await changeDraft(dependencies, member, params.id, body));
    }),
    route(endpoints.removeInvoice, async ({ member, params }) => {
      await removeDraft(pool, member, params.id);
      return undefined;
    }),
    route(endpoints.getInvoiceSettings, ({ member }) => readSettings(pool, member.id)),
    route(endpoints.changeInvoiceSettings, ({ member, body }) => changeSettings(pool, member, body)),
  ];
}

function issuedRoutes(dependencies: Dependencies) {
  const { pool } = dependencies;
  const view = (invoice: Invoice) => invoiceView(dependencies, invoice);
  const mailedView = async ({ invoice, emailSent }: Mailed) => ({
    ...(await view(invoice)),
    ...(emailSent === false && { email_sent: false }),
  });
  return [
    route(endpoints.issueInvoice, async ({ member, params, body }) =>
      mailedView(await issueInvoice(dependencies, member, params.id, body)),
    ),
    route(endpoints.remindOfInvoice, async ({ member, params }) =>
      view(await remindOfInvoice(dependencies, member, params.id)),
    ),
    route(endpoints.creditInvoice, async ({ member, params, command, body: { lines, note, mail } }) =>
      mailedView(
        await creditInvoice(dependencies, member, params.id, command, { lines, note: note || undefined, mail }),
      ),
    ),
    route(endpoints.recordInvoicePayment, async ({ member, params: { id }, command, body }) =>
      view(await recordOutsidePayment({ pool, owner: member, id }, command, body.amount)),
    ),
    route(endpoints.removeInvoicePayment, async ({ member, params: { id, paymentId } }) =>
      view(await removeOutsidePayment({ pool, owner: member, id }, paymentId)),
    ),
    stream(endpoints.printInvoice, async ({ member, params }) =>
      print(dependencies, await findInvoice(pool, member.id, params.id)),
    ),
  ];
}

/** Anyone with a link may print. Each document keeps a CPU core busy. */
const publicPrinting = {
  use: 'print-public-invoice',
  max: 300,
  seconds: 60 * 60,
  sentence: 'The invoices of this issuer were printed very often in the last hour. Try again later.',
} as const;

function publicRoutes(dependencies: Dependencies) {
  const { pool, rateLimits } = dependencies;
  return [
    route(endpoints.getPublicInvoice, async ({ params }) =>
      publicView(dependencies, await findByToken(pool, params.token)),
    ),
    stream(endpoints.printPublicInvoice, async ({ params }) => {
      const invoice = await findByToken(pool, params.token);
      if (rateLimits) await countUse(pool, invoice.owner.id, publicPrinting);
      return print(dependencies, invoice);
    }),
    route(endpoints.payInvoice, ({ member, params, body, command, shownSendFee: shownFee }) =>
      paying(member, (needsFactor) =>
        payInvoice(dependencies, member, command, {
          token: params.token,
          amount: body.amount,
          needsFactor,
          shownFee,
        }),
      ),
    ),
  ];
}

async function print(dependencies: Dependencies, invoice: Invoice) {
  const { documents, publicUrl } = dependencies;
  const printed = printedInvoice(invoice, { publicUrl, transfer: await transferDetails(dependencies, invoice) });
  const kind = invoice.credits ? 'credit-note' : 'invoice';
  return {
    filename: `${kind}-${invoice.issued?.number ?? 'draft'}.pdf`,
    stream: await documents.draw({ kind: 'invoice', invoice: printed, head: paperHeadOf(dependencies) }),
  };
}
