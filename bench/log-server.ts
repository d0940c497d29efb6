/** The product with the jobs of the public log, or without them if LOG=off, for the cost of the log. */
import { serveChanged } from './bench-app.ts';

await serveChanged({
  start: (app) => {
    app.startJobs();
    if (process.env['LOG'] !== 'off') app.startLog();
  },
});
