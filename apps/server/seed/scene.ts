import type { KycForm } from '@florin/contract';
import type { FiatCode } from '@florin/money';
import type { Character } from './cast.ts';

/** What somebody enters to verify their identity, and what the automatic check leaves to an operator. */
export type Papers = { readonly form: KycForm; readonly notes: readonly string[] };

type Money = { readonly amount: string; readonly currency: FiatCode };

/** One thing that somebody of the cast does. */
export type Scene = { readonly who: Character } & (
  | { readonly does: 'shows papers'; readonly papers: Papers }
  | ({ readonly does: 'adds funds'; readonly from: 'card' | 'bank' } & Money)
  | ({ readonly does: 'withdraws' } & Money)
  /** What waits for it is settled by now. */
  | { readonly does: 'hears from the bank' }
  | ({ readonly does: 'exchanges'; readonly into: FiatCode } & Money)
  | ({ readonly does: 'sends'; readonly to: Character; readonly note?: string } & Money)
  | ({ readonly does: 'pays what was asked'; readonly by: Character; readonly note: string } & Money)
  | { readonly does: 'buys'; readonly symbol: string; readonly amount: string }
  /** The share of the holding that goes, in percent. */
  | { readonly does: 'sells'; readonly symbol: string; readonly share: bigint }
  | { readonly does: 'writes down'; readonly whom: Character; readonly favorite: boolean }
  | ({ readonly does: 'asks'; readonly from: Character; readonly note: string } & Money)
);

export type SceneOf<Does extends Scene['does']> = Extract<Scene, { does: Does }>;

/** A scene of the past, at a moment that the database's clock has long passed. */
export type DatedScene = {
  readonly at: Date;
  readonly scene: Scene;
  /** Its name among the scenes of the past, whatever the day it is told on. */
  readonly place: number;
};

export const isTrade = ({ does }: Scene): boolean => does === 'buys' || does === 'sells';
