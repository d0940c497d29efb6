import type { KycForm } from '@florin/contract';
import type { FiatCode } from '@florin/money';
import type { Character } from './cast.ts';

/** The form of a verification, and the notes of its identity check. Notes send the verification to an operator. */
export type Papers = { readonly form: KycForm; readonly notes: readonly string[] };

type Money = { readonly amount: string; readonly currency: FiatCode };

/** One action of a demo account. */
export type Scene = { readonly who: Character } & (
  | { readonly does: 'submits KYC'; readonly papers: Papers }
  | ({ readonly does: 'adds funds'; readonly from: 'card' | 'bank' } & Money)
  | ({ readonly does: 'withdraws' } & Money)
  /** Settles the pending bank orders. */
  | { readonly does: 'settles bank orders' }
  | ({ readonly does: 'exchanges'; readonly into: FiatCode } & Money)
  | ({ readonly does: 'sends'; readonly to: Character; readonly note?: string } & Money)
  | ({ readonly does: 'pays a request'; readonly by: Character; readonly note: string } & Money)
  | { readonly does: 'buys'; readonly symbol: string; readonly amount: string }
  /** The share of the holding to sell, in percent. */
  | { readonly does: 'sells'; readonly symbol: string; readonly share: bigint }
  | { readonly does: 'saves a contact'; readonly whom: Character; readonly favorite: boolean }
  | ({ readonly does: 'requests money'; readonly from: Character; readonly note: string } & Money)
);

export type SceneOf<Does extends Scene['does']> = Extract<Scene, { does: Does }>;

/** A scene with a past date. */
export type DatedScene = {
  readonly at: Date;
  readonly scene: Scene;
  /** The scene's index among the past scenes, independent of the opening day. */
  readonly place: number;
};

export const isTrade = ({ does }: Scene): boolean => does === 'buys' || does === 'sells';
