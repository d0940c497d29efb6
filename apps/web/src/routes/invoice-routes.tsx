import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import { forMembers, onRoot } from './root.ts';

const invoicesRoute = createRoute({
  ...forMembers,
  path: paths.invoices,
  staticData: { title: 'Invoices', layout: 'page', membersOnly: true },
  component: lazyRouteComponent(() => import('../features/invoices/invoices-page.tsx'), 'InvoicesPage'),
});

const newInvoiceRoute = createRoute({
  ...forMembers,
  path: paths.newInvoice,
  staticData: { title: 'New invoice', layout: 'page', membersOnly: true, needs: 'pay' },
  component: lazyRouteComponent(() => import('../features/invoices/new-invoice-page.tsx'), 'NewInvoicePage'),
});

const invoiceRoute = createRoute({
  ...forMembers,
  path: paths.invoice,
  staticData: { title: 'Invoice', layout: 'page', membersOnly: true },
  component: lazyRouteComponent(() => import('../features/invoices/invoice-page.tsx'), 'InvoicePage'),
});

/** The page of an invoice's link, also for visitors. */
const payInvoiceRoute = createRoute({
  ...onRoot,
  path: paths.payInvoice,
  staticData: { title: 'Invoice', layout: 'page' },
  component: lazyRouteComponent(() => import('../features/pay-invoice/public-invoice-page.tsx'), 'PublicInvoicePage'),
});

export const invoiceRoutes = [invoicesRoute, newInvoiceRoute, invoiceRoute, payInvoiceRoute] as const;
