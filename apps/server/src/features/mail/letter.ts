import { withFigures, type NotificationTopic } from '@florin/contract';

/** The reason category of a mail: security, an act of another member, or a topic that the recipient can turn off. */
export type MailAbout = 'security' | 'stranger' | NewsTopic;
/** The topics that members can turn off: all topics of the contract except `security`. */
export type NewsTopic = Exclude<NotificationTopic, 'security'>;

/** A row in a mail's table of facts. */
export type MailFact = readonly [label: string, value: string];

/** The parts of a mail besides its text and link. */
export type MailExtras = {
  readonly about: MailAbout;
  /** The label of the button that opens the link. */
  readonly button?: string;
  readonly facts?: readonly MailFact[];
  /** The handle of the business that the mail is for. */
  readonly account?: string | null;
};

export type Letter = {
  readonly subject: string;
  readonly body: string;
  readonly link: string | null;
  readonly extras: MailExtras | null;
};

/** The settings that all mails of a server share. */
export type Letterhead = {
  /** The public address of this server. */
  readonly publicUrl: string;
  /** The address of the support team. */
  readonly supportEmail: string;
  /**
   * The name of the product. Texts call the product `{{brand}}`, because they are written before the mail has a
   * letterhead.
   */
  readonly brand: string;
  /** The operator's logo. Undefined: Florin's own. */
  readonly logo?: { readonly type: string; readonly bytes: Buffer } | undefined;
};

/** Replaces `{{brand}}` with the brand's name. */
export const withBrand = (text: string, { brand }: Pick<Letterhead, 'brand'>): string => withFigures(text, { brand });

/** Returns a mail as plain text: paragraphs, facts, the link on a separate line, the sender and the reason. */
export const asText = (letter: Letter, head: Letterhead): string =>
  withBrand(
    [
      letter.body,
      ...factLines(letter),
      ...(letter.link === null ? [] : [letter.link]),
      ['{{brand}}', `Help: ${head.supportEmail}`].join('\n'),
      reasonOf(letter, head),
    ].join('\n\n'),
    head,
  );

function factLines({ extras }: Letter): string[] {
  const facts = extras?.facts ?? [];
  return facts.length === 0 ? [] : [facts.map(([label, value]) => `${label}: ${value}`).join('\n')];
}

const topicWords = {
  money_in: 'incoming money',
  money_out: 'outgoing money',
  trades: 'trades and exchanges',
  requests: 'payment requests',
  account: 'your plan and account',
} as const;

/** Returns the reason why the recipient gets the mail, and the way to turn such mails off. */
export function reasonOf({ extras }: Letter, { publicUrl }: Letterhead): string {
  const about = extras?.about ?? 'security';
  switch (about) {
    case 'security':
      return 'You received this email because it concerns the security of the {{brand}} account with this address. Security emails cannot be turned off.';
    case 'stranger':
      return 'You received this email because a {{brand}} member entered your address. {{brand}} sends you at most ten of these emails a day.';
    case 'money_in':
    case 'money_out':
    case 'trades':
    case 'requests':
    case 'account':
      return `You received this email because emails about ${topicWords[about]} are on. Turn them off on your profile page: ${publicUrl}${extras?.account ? `/b/${extras.account}` : ''}/profile`;
  }
}
