import { moneyFields } from '../../platform/http/json-number.ts';
import type { PlanNews } from '../plans/index.ts';
import type { News } from './news.ts';

export const newsOfPlan = ({ at, amount, ...news }: PlanNews): News => ({
  ...news,
  date: at.toISOString(),
  ...moneyFields('amount', amount),
  currency: 'USD',
});
