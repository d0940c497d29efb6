import { ThemeSwitch } from '../../ui/theme-switch.tsx';
import { ControlStates } from './control-states.tsx';
import { FieldStates } from './field-states.tsx';
import { FigureStates } from './figure-states.tsx';
import { MessageStates } from './message-states.tsx';
import styles from './gallery.module.css';

/** Shows all UI components in all states. Exists only in development (`npm run dev`, then `/gallery`). */
export function GalleryPage() {
  return (
    <>
      <header className={styles.head}>
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
