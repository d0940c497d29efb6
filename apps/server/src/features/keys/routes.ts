import { endpoints } from '@florin/contract';
import { routesFor } from '../../platform/http/route.ts';
import type { SignedIn } from '../identity/index.ts';
import { findPartyKeys } from './key-store.ts';
import { makeKey, type KeyDependencies } from './make-key.ts';
import { revokeKey, rotateKey } from './rotate-key.ts';

const route = routesFor<SignedIn>();

export const keyRoutes = (dependencies: KeyDependencies) => [
  route(endpoints.listKeys, ({ member }) => findPartyKeys(dependencies.pool, member.id)),
  route(endpoints.makeKey, ({ member, body }) => makeKey(dependencies, member, body)),
  route(endpoints.rotateKey, ({ member, params, body }) =>
    rotateKey(dependencies, member, { id: params.id, graceHours: body.grace_hours }),
  ),
  route(endpoints.revokeKey, async ({ member, params }) => {
    await revokeKey(dependencies, member, params.id);
    return undefined;
  }),
];
