import type { SaveState } from './create-saver.ts';

const words: Record<SaveState, string> = {
  'nothing to save': '',
  saving: 'Saving…',
  saved: 'Draft saved',
  failed: 'Not saved yet',
};

/** Whether what was typed is kept. Not read out: it would speak after every word. */
export function SaveNote({ saving }: { saving: SaveState }) {
  return <span className="kyc-saved">{words[saving]}</span>;
}
