export { queueMail, type Mail } from './queue-mail.ts';
export { scheduleMails } from './deliver-mails.ts';
export { mailRoutes } from './routes.ts';
