import type { MailAbout } from './queue-mail.ts';

/** A row of a mail's table: what it is, and its value. */
export type MailFact = readonly [label: string, value: string];

/** What stands in a mail beyond its text and link. */
export type MailExtras = {
  readonly about: MailAbout;
  /** What the button says that opens the link. */
  readonly button?: string;
  readonly facts?: readonly MailFact[];
};

export type Letter = {
  readonly subject: string;
  readonly body: string;
  readonly link: string | null;
  readonly extras: MailExtras | null;
};

/** The same in every mail of a server. */
export type Letterhead = {
  /** Where people reach this server. */
  readonly publicUrl: string;
  /** Where they write for help. */
  readonly supportEmail: string;
};

/** A mail's text: its paragraphs, its facts, the link on a line of its own, who it is from and why it came. */
export const asText = (letter: Letter, head: Letterhead): string =>
  [
    letter.body,
    ...factLines(letter),
    ...(letter.link === null ? [] : [letter.link]),
    ['Florin', `Help: ${head.supportEmail}`].join('\n'),
    reasonOf(letter, head),
  ].join('\n\n');

function factLines({ extras }: Letter): string[] {
  const facts = extras?.facts ?? [];
  return facts.length === 0 ? [] : [facts.map(([label, value]) => `${label}: ${value}`).join('\n')];
}

const topicWords = {
  money_in: 'money that comes in',
  money_out: 'money that goes out',
  trades: 'trades and exchanges',
  requests: 'payment requests',
  account: 'your plan and your account',
} as const;

/** Why the person gets the mail, and what to do about it. */
export function reasonOf({ extras }: Letter, { publicUrl }: Letterhead): string {
  const about = extras?.about ?? 'security';
  switch (about) {
    case 'security':
      return 'You get this email because it is about the security of a Florin account with this address. Emails about security cannot be turned off.';
    case 'stranger':
      return 'You get this email because a member of Florin entered your address. Florin sends an address at most ten such emails a day.';
    case 'money_in':
    case 'money_out':
    case 'trades':
    case 'requests':
    case 'account':
      return `You get this email because emails about ${topicWords[about]} are on. Change that on your profile page: ${publicUrl}/profile`;
  }
}
