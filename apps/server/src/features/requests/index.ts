export { requestRoutes } from './routes.ts';
export { paidRequest } from './paid-request.ts';
export { payRequest } from './pay-request.ts';
export { requestMoney } from './request-money.ts';
export { requestNews, type RequestNews } from './request-news.ts';
export { keepRequests, listRequests } from './request-store.ts';
export { personalRequests } from './personal-part.ts';
export { announcePaidRequest } from './notify-request-change.ts';
export { requestChanges, type RequestChange } from './request-changes.ts';
