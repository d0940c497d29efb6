import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { reason } from './proposals.ts';
import { id, timestamp } from './wire.ts';

const screeningHit = z.object({
  id: z.string(),
  /** The statement line of the payer with this name. Null for a member. */
  line: z.nullable(z.string()),
  /** The member with the waiting withdrawal. Null for a payer, and after the account was closed. */
  member: z.nullable(z.object({ id, name: z.string(), email: z.string() })),
  /** The compared name. */
  name: z.string(),
  /** The listed parties, the most similar first. */
  found: z.array(
    z.object({
      list: z.string(),
      /** The publisher's id. */
      id: z.string(),
      name: z.string(),
      /** The similar main name or alias. */
      matched_name: z.string(),
      /** 0 to 100. */
      score: z.number(),
      program: z.string(),
    }),
  ),
  state: z.enum(['waiting', 'cleared', 'confirmed']),
  found_at: timestamp,
  /** The operator's email address. */
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(timestamp),
  reason: z.nullable(z.string()),
  /** True for the caller's own name. In this case another operator must decide. */
  yours: z.boolean(),
});
export type ScreeningHit = z.infer<typeof screeningHit>;

const screeningState = z.object({
  lists: z.array(
    z.object({
      list: z.string(),
      /** The publisher's date, or the day of the file. */
      date: z.string(),
      /** Persons and companies. */
      entries: z.number(),
      files: z.array(z.object({ name: z.string(), sha256: z.string() })),
    }),
  ),
  /** Why changed files could not be loaded. In this case older lists are in use. */
  problem: z.nullable(z.string()),
  /** True if this server needs lists and has no lists. */
  are_missing: z.boolean(),
  /** First the waiting hits, oldest first, at most 200; then the last 20 decided hits. */
  hits: z.array(screeningHit),
  waiting: z.number(),
});
export type ScreeningState = z.infer<typeof screeningState>;

export const getScreening = endpoint({
  method: 'GET',
  path: '/operations/screening',
  summary: 'Get the loaded sanctions lists, and the names that are similar to listed ones',
  access: 'operator',
  answer: screeningState,
  refusals: [],
});

export const decideScreeningHit = endpoint({
  method: 'POST',
  path: '/operations/screening/hits/:hit',
  summary:
    'Clear a hit, so that its money can move, or confirm it, so that its money never moves. Only the first decision counts',
  access: 'operator',
  stepUp: 'or_password',
  params: z.object({ hit: z.string().check(z.regex(/^\d{1,15}$/)) }),
  body: z.object({
    decision: z.enum(['cleared', 'confirmed']),
    reason,
    /** The time of the hit that the operator saw. The call does not decide a newer hit. */
    found_at: timestamp,
  }),
  answer: screeningState,
  refusals: ['screening_hit_not_found', 'screening_hit_decided', 'second_operator_required'],
});
