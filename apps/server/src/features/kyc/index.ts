export { kycRoutes } from './routes.ts';
export { scheduleKycChecks, takeAnswer } from './check-cases.ts';
export { uploadFile } from './upload-file.ts';
export { kycStatus } from './status.ts';
export { submitKyc } from './submit-kyc.ts';
export { kycNews, type KycNews } from './kyc-news.ts';
export { countWaitingCases } from './waiting-cases.ts';
export { decideCase, listCases } from './review.ts';
export { personalVerification } from './personal-part.ts';
