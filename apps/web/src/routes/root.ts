import { createRootRouteWithContext } from '@tanstack/react-router';
import { Shell } from '../shell/shell.tsx';
import { membersOnly, type Context } from './guards.ts';

// All routes are children of the root, so each route's id is its path.

export const rootRoute = createRootRouteWithContext<Context>()({ component: Shell });
export const onRoot = { getParentRoute: () => rootRoute };
export const forMembers = { ...onRoot, beforeLoad: membersOnly };
