export { fraudOf, verifyFraud } from './fraud.ts';
export { inclusionRoot, rootsOf, sumRoot } from './merkle.ts';
export { openCheckpoint, openNote, parseKeys } from './notes.ts';
export { checkedText, isStatement, verifyStatement } from './statements.ts';
export type { Named, Statement, StatementOptions, StatementVerdict } from './statements.ts';
export type { Complaint, Fraud, Judgment, Options, Proof, Step, Verdict } from './types.ts';
export { verifyProof } from './verify-proof.ts';
