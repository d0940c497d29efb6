import { ThemeSwitch } from '../../ui/theme-switch.tsx';
import { ControlStates } from './control-states.tsx';
import { FieldStates } from './field-states.tsx';
import { FigureStates } from './figure-states.tsx';
import { MessageStates } from './message-states.tsx';

/** Shows all UI components in all states. Exists only in development (`npm run dev`, then `/gallery`). */
export function GalleryPage() {
  return (
    <>
      <header className="mb-8 flex flex-wrap items-center justify-between gap-4">
        <h1>Gallery</h1>
        <ThemeSwitch />
      </header>
      <ControlStates />
      <FieldStates />
      <FigureStates />
      <MessageStates />
    </>
  );
}
