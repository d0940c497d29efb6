import { focusMain } from './focus-main.ts';

/** The first stop of the Tab key: past the bars. */
export function SkipLink() {
  return (
    <button type="button" className="skip btn btn-primary" onClick={focusMain}>
      Skip to the content
    </button>
  );
}
