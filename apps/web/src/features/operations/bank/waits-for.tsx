import { Status } from '../../../ui/status.tsx';
import page from '../operations.module.css';

const places = {
  '#proposals': 'Waits for a second operator',
  '#screening': 'Decide under Screening',
};

/** Links to the section where operators must decide about money before any other action on this money. */
export const WaitsFor = ({ section }: { section: keyof typeof places }) => (
  <a href={section} className={page.actions}>
    <Status tone="wait">{places[section]}</Status>
  </a>
);
