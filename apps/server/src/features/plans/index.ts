export { planRoutes } from './routes.ts';
export { billPlans, scheduleBilling } from './bill-plans.ts';
export { planFee } from './plan-fee.ts';
export { planNews, type PlanNews } from './plan-notices.ts';
export { planViews } from './plan-view.ts';
export { personalPlan } from './personal-part.ts';
