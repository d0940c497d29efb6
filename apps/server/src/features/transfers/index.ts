export { transferRoutes } from './routes.ts';
export { sendMoney } from './send-money.ts';
export { sentMoney } from './sent-money.ts';
