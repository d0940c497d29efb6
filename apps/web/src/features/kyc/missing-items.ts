import type { KycDraft } from '@florin/contract';
import type { KycStatus } from '../../api/read/answers.ts';
import { kycItemName } from '../../wallet-ui/kyc-words.ts';

export type Item = KycStatus['reasons'][number]['item'];

/** True if a file was uploaded after the decision. The operator has already reviewed earlier files. */
const isNewer = (draft: KycDraft, decidedAt: string | null, kinds: readonly string[]) =>
  draft.files.some(({ kind, added_at }) => kinds.includes(kind) && added_at > (decidedAt ?? ''));

/** Returns the rejected items that are not replaced yet. The form has no timestamps, so it needs `personalIsEdited`. */
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

/** Returns why the member cannot submit yet, or `undefined`. */
export function missingReason(asked: number, missing: readonly Item[]): string | undefined {
  const [first] = missing;
  if (first === undefined) return undefined;
  return `${whatToReplace(asked, missing.length, first)} first. We keep your other answers.`;
}

function whatToReplace(asked: number, missing: number, first: Item): string {
  if (missing === 1) return first === 'personal' ? 'Check your Personal Info' : `Replace the ${kycItemName[first]}`;
  if (missing < asked) return 'Replace the other two items';
  return missing === 2 ? 'Replace both items' : 'Replace all three items';
}
