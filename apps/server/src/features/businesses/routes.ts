import { endpoints } from '@florin/contract';
import { routesFor, streamsFor } from '../../platform/http/route.ts';
import type { ClosingDependencies, SignedIn } from '../identity/index.ts';
import type { Scanning } from '../kyc/index.ts';
import { listActs } from './acts.ts';
import { actorOf, businessesOf } from './business-store.ts';
import { closeBusiness } from './close-business.ts';
import { uploadFile } from './files.ts';
import { acceptInvitation, declineInvitation, lookUpInvitation } from './invitations.ts';
import { openBusiness } from './open-business.ts';
import { changeDetails, ownBusiness, submitBusiness } from './own-business.ts';
import { changeRole, invitePerson, listPeople, removePerson, revokeInvitation } from './people.ts';
import { decideCase, listCases, viewFile } from './review.ts';

type Dependencies = Parameters<typeof openBusiness>[0] & Scanning & ClosingDependencies;

const route = routesFor<SignedIn>();
const stream = streamsFor<SignedIn>();

export const businessRoutes = (dependencies: Dependencies) => [
  ...personRoutes(dependencies),
  ...businessOwnRoutes(dependencies),
  ...operatorRoutes(dependencies),
];

/** Routes that people call for themselves. */
const personRoutes = (dependencies: Dependencies) => [
  route(endpoints.listBusinesses, ({ member }) => businessesOf(dependencies.pool, member.id)),
  route(endpoints.openBusiness, ({ member, body }) => openBusiness(dependencies, member, body)),
  route(endpoints.lookUpBusinessInvitation, ({ member, body }) => lookUpInvitation(dependencies, member, body.token)),
  route(endpoints.acceptBusinessInvitation, ({ member, body }) => acceptInvitation(dependencies, member, body.token)),
  route(endpoints.declineBusinessInvitation, async ({ member, body }) => {
    await declineInvitation(dependencies, member, body.token);
    return undefined;
  }),
];

/** Routes that people call for a business. */
const businessOwnRoutes = (dependencies: Dependencies) => [
  route(endpoints.getBusiness, ({ member }) => ownBusiness(dependencies, actorOf(member))),
  route(endpoints.changeBusiness, ({ member, body }) => changeDetails(dependencies, actorOf(member), body)),
  route(endpoints.uploadBusinessFile, ({ member, upload }) => uploadFile(dependencies, actorOf(member), upload)),
  route(endpoints.submitBusiness, ({ member }) => submitBusiness(dependencies, actorOf(member))),
  route(endpoints.listBusinessPeople, ({ member }) => listPeople(dependencies.pool, actorOf(member))),
  route(endpoints.invitePerson, ({ member, body }) => invitePerson(dependencies, actorOf(member), body)),
  route(endpoints.revokeInvitation, async ({ member, params }) => {
    await revokeInvitation(dependencies, actorOf(member), params.id);
    return undefined;
  }),
  route(endpoints.changePersonRole, ({ member, params, body }) =>
    changeRole(dependencies, actorOf(member), { id: params.id, role: body.role }),
  ),
  route(endpoints.removePerson, async ({ member, params }) => {
    await removePerson(dependencies, actorOf(member), params.id);
    return undefined;
  }),
  route(endpoints.closeBusiness, async ({ member, body }) => {
    await closeBusiness(dependencies, actorOf(member), body);
    return undefined;
  }),
  route(endpoints.listBusinessActs, ({ member }) => listActs(dependencies.pool, actorOf(member).id)),
];

const operatorRoutes = (dependencies: Dependencies) => [
  route(endpoints.listBusinessCases, ({ member, ip }) => listCases(dependencies, member, ip)),
  stream(endpoints.viewBusinessFile, ({ member: operator, ip, params }) =>
    viewFile(dependencies, { operator, ip }, params),
  ),
  route(endpoints.decideBusinessCase, async ({ member: operator, ip, params, body }) => {
    await decideCase(dependencies, { operator, ip }, params.id, body);
    return undefined;
  }),
];
