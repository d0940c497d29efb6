import { Status } from '../../../ui/status.tsx';
import page from '../operations.module.css';

const places = {
  '#proposals': 'Waits for a second operator',
  '#screening': 'Decide under Screening',
};

/** Leads to the section where operators decide about money before anything else can be done with it. */
export const WaitsFor = ({ section }: { section: keyof typeof places }) => (
  <a href={section} className={page.actions}>
    <Status tone="wait">{places[section]}</Status>
  </a>
);
