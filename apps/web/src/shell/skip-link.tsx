import { focusMain } from './focus-main.ts';

/** The first Tab stop: skips the bars. */
export function SkipLink() {
  return (
    <button type="button" className="skip button button-primary" onClick={focusMain}>
      Skip to content
    </button>
  );
}
