export { queueMail, type Mail } from './queue-mail.ts';
export { queueNews, type MailedNews } from './queue-news.ts';
export { scheduleMails } from './deliver-mails.ts';
export { openMailLinks, resealMailKeys } from './mail-links.ts';
export { outboxKeyOf } from './outbox-key.ts';
export { readWaitingMails } from './read-waiting-mails.ts';
export { mailRoutes } from './routes.ts';
export { forgetMails } from './forget-mails.ts';
