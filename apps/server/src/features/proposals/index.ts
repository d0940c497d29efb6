export { proposalRoutes } from './routes.ts';
export { propose, proposedBefore, type Proposed } from './propose.ts';
export { scheduleProposalExpiry } from './expire-proposals.ts';
export {
  countOpenProposals,
  listOpenProposals,
  openProposalsAbout,
  openProposalsOn,
  type OpenProposal,
} from './proposal-store.ts';
export { lockOperators, lockOperatorSession } from './lock-operators.ts';
export { PrepareAgain, preparedTwice } from './prepare-again.ts';
export { personalProposals } from './personal-part.ts';
export { frozenPayee, type Carrier, type Proposal } from './proposal.ts';
export { openProposalView, proposalView, type WorthOf } from './proposal-view.ts';
