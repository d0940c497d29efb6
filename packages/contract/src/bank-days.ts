import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { calendarDay as day, currency, exact, timestamp } from './wire.ts';

const reportNumber = z.string().check(z.regex(/^\d{1,15}$/));

/** A closed day of an operator account. Its report never changes. */
const dayReport = z.object({
  number: z.number(),
  account: z.string(),
  day,
  currency,
  /** The balance at the end of the day. */
  closing_exact: exact,
  /** The lines that the report covers. */
  lines: z.number(),
  /** Lines of previously closed days. */
  late_lines: z.number(),
  closed_at: timestamp,
  /** The operator's email address, or `command line`. */
  closed_by: z.string(),
  /** The SHA-256 of this report and the previous report's hash. */
  hash: z.string(),
  /** False if this report or the previous report was changed later. */
  is_sound: z.boolean(),
});
export type DayReport = z.infer<typeof dayReport>;

export const getBankDays = endpoint({
  method: 'GET',
  path: '/operations/bank/days',
  summary:
    'List the reports of closed bank days, newest first, and the day to close next. `before` is a report’s number',
  access: 'operator',
  query: z.object({ before: z.optional(reportNumber) }),
  answer: z.object({
    /** Newest first, at most 20. */
    reports: z.array(dayReport),
    /** The value of `before` for older reports. Null on the last page. */
    older: z.nullable(z.string()),
    /** The last closed day. Null before the first. */
    last: z.nullable(day),
    /** The likely next day to close. Null if today is closed. */
    next: z.nullable(day),
    /** Today in UTC. Later days cannot be closed. */
    today: day,
    /** Why no day can be closed now, in sentences. */
    problems: z.array(z.string()),
  }),
  refusals: [],
});

export const closeBankDay = endpoint({
  method: 'POST',
  path: '/operations/bank/days',
  summary:
    'Close a day: make an unchangeable report of each operator account. Days are closed in order, and days in between are closed with it',
  access: 'operator',
  stepUp: 'or_password',
  body: z.object({ day }),
  answer: z.object({ reports: z.array(dayReport) }),
  refusals: ['day_closed', 'day_not_ready'],
});

export const printDayReport = endpoint({
  method: 'GET',
  path: '/operations/bank/days/:number',
  summary: 'Get the report of a closed day as PDF',
  access: 'operator',
  stepUp: 'or_password',
  params: z.object({ number: reportNumber }),
  media: 'application/pdf',
  refusals: ['day_report_not_found'],
});
