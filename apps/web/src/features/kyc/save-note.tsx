import type { SaveState } from './create-saver.ts';

const words: Record<SaveState, string> = {
  'nothing to save': '',
  saving: 'Saving…',
  saved: 'Draft saved',
  failed: 'Not saved yet',
};

/** Shows whether the draft is saved. Screen readers do not announce it, because it changes after every word. */
export function SaveNote({ saving }: { saving: SaveState }) {
  return <span className="kyc-saved">{words[saving]}</span>;
}
