import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import { forMembers, onRoot } from './root.ts';

const ownProofRoute = createRoute({
  ...forMembers,
  path: paths.proof,
  staticData: { title: 'Your proof', layout: 'page', membersOnly: true },
  component: lazyRouteComponent(() => import('../features/proof/own-proof-page.tsx'), 'OwnProofPage'),
});

const shareStatementRoute = createRoute({
  ...forMembers,
  path: paths.shareStatement,
  staticData: { title: 'Share a statement', layout: 'page', membersOnly: true, needs: 'export' },
  component: lazyRouteComponent(
    () => import('../features/proof/statement/share-statement-page.tsx'),
    'ShareStatementPage',
  ),
});

const verifyRoute = createRoute({
  ...onRoot,
  path: paths.verify,
  staticData: { title: 'Verify a file', layout: 'page' },
  component: lazyRouteComponent(() => import('../features/proof/verify-page.tsx'), 'VerifyPage'),
});

const booksRoute = createRoute({
  ...onRoot,
  path: paths.books,
  staticData: { title: 'Public books', layout: 'page' },
  component: lazyRouteComponent(() => import('../features/proof/books-page.tsx'), 'BooksPage'),
});

export const proofRoutes = [ownProofRoute, shareStatementRoute, verifyRoute, booksRoute] as const;
