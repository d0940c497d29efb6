import { loadOnDemand } from '../../../ui/load-on-demand.tsx';

/** The list of first steps. Its code loads only for members who see it. */
export const StepList = loadOnDemand(() => import('./step-list.tsx').then((loaded) => loaded.StepList));
