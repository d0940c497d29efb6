import { listKeys, makeKey, revokeKey, rotateKey } from './api-keys.ts';
import * as people from './business-people.ts';
import * as review from './business-review.ts';
import * as businesses from './businesses.ts';

/** The calls about businesses and API keys. */
export const businessCalls = {
  listBusinesses: businesses.listBusinesses,
  openBusiness: businesses.openBusiness,
  getBusiness: businesses.getBusiness,
  changeBusiness: businesses.changeBusiness,
  uploadBusinessFile: businesses.uploadBusinessFile,
  submitBusiness: businesses.submitBusiness,
  listBusinessActs: businesses.listBusinessActs,
  listBusinessPeople: people.listBusinessPeople,
  invitePerson: people.invitePerson,
  revokeInvitation: people.revokeInvitation,
  changePersonRole: people.changePersonRole,
  removePerson: people.removePerson,
  closeBusiness: people.closeBusiness,
  lookUpBusinessInvitation: people.lookUpBusinessInvitation,
  acceptBusinessInvitation: people.acceptBusinessInvitation,
  declineBusinessInvitation: people.declineBusinessInvitation,
  listBusinessCases: review.listBusinessCases,
  viewBusinessFile: review.viewBusinessFile,
  decideBusinessCase: review.decideBusinessCase,
  listKeys,
  makeKey,
  rotateKey,
  revokeKey,
};
