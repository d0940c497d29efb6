import { endpoints } from '@florin/contract';
import { routesFor, streamsFor } from '../../../platform/http/route.ts';
import { recordAct } from '../../audit/index.ts';
import type { SignedIn } from '../../identity/index.ts';
import { paperHeadOf, type Documents, type PaperSettings } from '../../statements/index.ts';
import { closeDay, type DayDependencies } from './close-day.ts';
import { listReports, nextDay, readReport, reportsByNumber } from './list-days.ts';
import { reportPaper } from './report-paper.ts';

const route = routesFor<SignedIn>();
const stream = streamsFor<SignedIn>();

type Dependencies = DayDependencies & PaperSettings & { readonly documents: Documents };

export const dayRoutes = (dependencies: Dependencies) => {
  const { pool, documents } = dependencies;
  const head = paperHeadOf(dependencies);
  return [
    route(endpoints.getBankDays, async ({ query }) => {
      const [page, standing] = await Promise.all([listReports(pool, query.before), nextDay(dependencies)]);
      return { ...standing, ...page };
    }),
    route(endpoints.closeBankDay, async ({ member, body, ip }) => {
      const numbers = await closeDay(dependencies, { operator: member, ip }, body.day);
      return { reports: await reportsByNumber(pool, numbers) };
    }),
    stream(endpoints.printDayReport, async ({ member, params, ip }) => {
      const stored = await readReport(pool, params.number);
      const { number, account, day } = stored.report;
      await recordAct(pool, { operator: member, ip, did: 'Printed bank day report', on: `report ${number}` });
      return {
        filename: `bank-day-${day}-${account}.pdf`,
        stream: await documents.draw({ kind: 'report', report: reportPaper(stored), head }),
      };
    }),
  ];
};
