import type { KycDraft } from '@florin/contract';
import type { KycStatus } from '../../api/read/answers.ts';
import { kycItemName } from '../../wallet-ui/kyc-words.ts';

export type Item = KycStatus['reasons'][number]['item'];

/** A photo counts from the decision on: those from before are what was looked at. */
const isNewer = (draft: KycDraft, decidedAt: string | null, kinds: readonly string[]) =>
  draft.files.some(({ kind, added_at }) => kinds.includes(kind) && added_at > (decidedAt ?? ''));

/** What was asked for and is not replaced yet. What was typed leaves no trace of when: the page knows it by itself. */
export function stillMissing(
  { reasons, decided_at: decidedAt }: KycStatus,
  draft: KycDraft,
  personalIsEdited: boolean,
): Item[] {
  const replaced: Record<Item, boolean> = {
    personal: personalIsEdited,
    document: isNewer(draft, decidedAt, sidesOf(draft)),
    selfie: isNewer(draft, decidedAt, ['selfie']),
  };
  return reasons.map(({ item }) => item).filter((item) => !replaced[item]);
}

const sidesOf = ({ form }: KycDraft) => (form.id_type === 'passport' ? ['front'] : ['front', 'back']);

const numbers = ['Nothing', 'One thing', 'Two things', 'Three things'];

/** `Two things are missing` */
export const missingTitle = (count: number) => `${numbers[count] ?? count} ${count === 1 ? 'is' : 'are'} missing`;

/** Why it cannot be submitted yet. */
export function missingReason(asked: number, missing: readonly Item[]): string | undefined {
  const [first] = missing;
  if (first === undefined) return undefined;
  return `${whatToReplace(asked, missing.length, first)} first. Your other answers are kept.`;
}

function whatToReplace(asked: number, missing: number, first: Item): string {
  if (missing === 1) return first === 'personal' ? 'Check your Personal Info' : `Replace the ${kycItemName[first]}`;
  if (missing < asked) return 'Replace the other two items';
  return missing === 2 ? 'Replace both items' : 'Replace all three items';
}
