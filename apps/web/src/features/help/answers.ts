/** One question with its answer, in the words of the screens. */
export type Answer = {
  /** Its place in the page's address. */
  readonly id: string;
  readonly question: string;
  readonly paragraphs: readonly string[];
};

export type Topic = { readonly title: string; readonly answers: readonly Answer[] };

/** The questions that people have, by topic. Figures are those of the specification and of `packages/money`. */
export const topics: readonly Topic[] = [
  {
    title: 'Sending and receiving',
    answers: [
      {
        id: 'send',
        question: 'How do I send money?',
        paragraphs: [
          'Open Send Money, enter the email address and the amount, and press Send. The fee and the total stand above the button.',
          'If the person has an account, the money is there immediately.',
        ],
      },
      {
        id: 'no-account',
        question: 'Can I send money to somebody without an account?',
        paragraphs: [
          'Yes. Florin holds the money and emails an invitation. The money arrives when the person signs up and the address is shown to be theirs.',
          'Until then you can cancel it in Transactions and get everything back, the fee included; the person is told by email. If nobody claims it within 30 days, it comes back by itself.',
        ],
      },
      {
        id: 'wrong-person',
        question: 'I sent money to the wrong person. What can I do?',
        paragraphs: [
          'A payment to a member arrives immediately and cannot be taken back. Ask the person to send it back: open the payment in Transactions and request the amount.',
          'Money for an address without an account can be cancelled while it waits.',
        ],
      },
      {
        id: 'receive',
        question: 'How do people pay me?',
        paragraphs: [
          'They only need your email address. Receive Money also has a payment link and a QR code, with an amount and a note if you want.',
        ],
      },
      {
        id: 'request',
        question: 'How do I ask somebody for money?',
        paragraphs: [
          'On Receive Money, fill in Request Money. With an email address the person gets the request and can pay or decline it. Without one you get a link to share.',
          'You can send a reminder up to three times, and cancel the request at any time. It expires after 30 days.',
        ],
      },
    ],
  },
  {
    title: 'Adding money and withdrawing',
    answers: [
      {
        id: 'add-funds',
        question: 'How do I add money?',
        paragraphs: [
          'On the Dashboard, press Add Funds on the wallet of the currency. Money from a card is there immediately; money from a bank account is pending until the bank has sent it. Adding money costs nothing.',
        ],
      },
      {
        id: 'withdraw',
        question: 'How do I withdraw money, and how long does it take?',
        paragraphs: [
          'On the Dashboard, press Withdraw on the wallet and choose a bank account. The money is reserved immediately and is pending until the bank has it. Until the bank takes it you can cancel the withdrawal in Transactions.',
        ],
      },
      {
        id: 'pending',
        question: 'Why is my transaction pending?',
        paragraphs: [
          'Something outside your account has to happen first: the bank has to send or take the money, or the person has to claim it. Open the transaction to see what it waits for and until when.',
        ],
      },
      {
        id: 'exchange',
        question: 'How do I change dollars into euros or pounds?',
        paragraphs: [
          'On the Dashboard, press Exchange on a wallet. You get the middle of the market plus a fee of 0.5%, at a rate that is held while you decide.',
          'The Currency Converter is a calculator and moves no money.',
        ],
      },
    ],
  },
  {
    title: 'Coins',
    answers: [
      {
        id: 'buy',
        question: 'How do I buy coins?',
        paragraphs: [
          'Open Buy Crypto, choose a coin and enter an amount in dollars or in coins. The price is held while you decide. You can pay from your US Dollar, Euro or British Pound balance, with a card or from a bank account.',
        ],
      },
      {
        id: 'sell',
        question: 'How do I sell coins?',
        paragraphs: [
          'Open Sell Crypto, choose one of your coins and enter how many, or press Use Max. The money goes into the wallet that you choose, immediately.',
          'If only a rest would be left that is too small to be sold by itself, it is sold along.',
        ],
      },
      {
        id: 'gains',
        question: 'How are my gains calculated?',
        paragraphs: [
          'By average cost: every coin that you hold has cost the same, fees included. A sale takes its share of the cost along; what it brought less that share is your gain.',
        ],
      },
      {
        id: 'paused',
        question: 'Why is trading paused?',
        paragraphs: [
          'Florin trades only at a fresh price. When a price is too old, or has moved more than it plausibly can, trading in that coin pauses until there is a price again. Your coins are not affected.',
        ],
      },
    ],
  },
  {
    title: 'Fees and limits',
    answers: [
      {
        id: 'fees',
        question: 'What does Florin cost?',
        paragraphs: [
          'Sending costs 2%, buying coins 1.5%, selling coins 1% and exchanging money 0.5%. Receiving, adding money and withdrawing are free. Each screen shows the fee and the total before you confirm.',
        ],
      },
      {
        id: 'limits',
        question: 'How much can I send and withdraw?',
        paragraphs: [
          'That depends on how well we know you: $1,000 a day and $5,000 a month once your email address is confirmed, and $10,000 a day and $100,000 a month once your identity is verified. Sends and withdrawals count together, in dollars, by the UTC day and month.',
        ],
      },
      {
        id: 'plans',
        question: 'What are the plans for?',
        paragraphs: [
          'They decide how many dollars of coins you can buy in a month: $500 with Personal, $10,000 with Pro, and without limit with Business. You change your plan under Profile & Settings. It is paid from your US dollar wallet.',
        ],
      },
      {
        id: 'verify',
        question: 'How do I verify my identity?',
        paragraphs: [
          'Open KYC Verification from your profile. You need your address, an identity document and a camera for a selfie. Your documents are encrypted with a key of your own.',
        ],
      },
    ],
  },
  {
    title: 'Your account',
    answers: [
      {
        id: 'change-name',
        question: 'How do I change my name?',
        paragraphs: [
          'Under Profile & Settings, press Edit. Once your identity is verified, your name is locked: enter the new name and press Save, and we check your documents again. Until we approve the new name, your account keeps its verified name and its limits.',
        ],
      },
      {
        id: 'password',
        question: 'I forgot my password.',
        paragraphs: [
          'On the sign-in page, press Forgot password and enter your email address. The email has a link that sets a new password, once and for 30 minutes. All your devices are signed out then.',
        ],
      },
      {
        id: 'protect',
        question: 'How do I protect my account?',
        paragraphs: [
          'Turn on Two-Factor Authentication, or add a passkey, under Profile & Settings. Keep the ten recovery codes in a safe place: each lets you in once if you lose your phone.',
          'The same page lists where you are signed in. Sign out what you do not know, and change your password.',
        ],
      },
      {
        id: 'texts',
        question: 'How do I get text messages?',
        paragraphs: [
          'Under Profile & Settings, enter your phone number, save it, and press Confirm phone. We text a six-digit code; enter it within 10 minutes.',
          'Then turn on SMS Notifications on the same page and choose what we text you about. Some servers send no text messages; the switch says so.',
        ],
      },
      {
        id: 'close',
        question: 'How do I close my account?',
        paragraphs: [
          'Under Profile & Settings, at the end of Security. Withdraw, send or sell what you have first. Your personal data is deleted or made unreadable; you can download it before.',
        ],
      },
      {
        id: 'statement',
        question: 'Where do I get a statement or a receipt?',
        paragraphs: [
          'Transactions has Export for a CSV file and statements as PDF, one for each wallet and month. Open a transaction for its receipt.',
        ],
      },
    ],
  },
];
