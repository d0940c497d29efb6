/** The product with the jobs of the public log, for the cost of the log. LOG=off stops these jobs. */
import { serveChanged } from './bench-app.ts';

await serveChanged({
  start: (app) => {
    app.startJobs();
    if (process.env['LOG'] !== 'off') app.startLog();
  },
});
