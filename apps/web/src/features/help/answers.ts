/** A question with its answer. Uses the labels of the screens. */
export type Answer = {
  /** The anchor in the page's URL. */
  readonly id: string;
  readonly question: string;
  readonly paragraphs: readonly string[];
};

export type Topic = { readonly title: string; readonly answers: readonly Answer[] };

/** Common questions by topic. Fees and limits match the specification and `packages/money`. */
export const topics: readonly Topic[] = [
  {
    title: 'Sending and receiving',
    answers: [
      {
        id: 'send',
        question: 'How do I send money?',
        paragraphs: [
          'Open Send Money, enter the email address and the amount, and press Send. The fee and total appear above the button.',
          'If the recipient has an account, they get the money immediately.',
        ],
      },
      {
        id: 'no-account',
        question: 'Can I send money to someone without an account?',
        paragraphs: [
          'Yes. Florin holds the money and emails an invitation. The recipient gets the money after signing up and confirming the address.',
          'Until then you can cancel it in Transactions. You get everything back, including the fee, and we email the recipient. Unclaimed money returns to you after 30 days.',
        ],
      },
      {
        id: 'wrong-person',
        question: 'I sent money to the wrong person. What can I do?',
        paragraphs: [
          'Payments to members arrive immediately and can’t be reversed. Ask the recipient to return the money: open the payment in Transactions and request the amount.',
          'If the address has no account, you can cancel the payment until it’s claimed.',
        ],
      },
      {
        id: 'receive',
        question: 'How do people pay me?',
        paragraphs: [
          'They only need your email address. Receive Money also has a payment link and a QR code. You can add an amount and a note to both.',
        ],
      },
      {
        id: 'request',
        question: 'How do I request money?',
        paragraphs: [
          'On Receive Money, fill in Request Money. With an email address, the person gets the request and can pay or decline it. Without one, you get a link to share.',
          'You can send up to three reminders, and cancel the request at any time. It expires after 30 days.',
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
          'On the Dashboard, press Add Funds on a wallet. Card payments arrive immediately. Bank transfers are pending until your bank sends the money. Adding money is free.',
        ],
      },
      {
        id: 'withdraw',
        question: 'How do I withdraw money, and how long does it take?',
        paragraphs: [
          'On the Dashboard, press Withdraw on the wallet and choose a bank account. We hold the money immediately. The withdrawal is pending until your bank receives it. You can cancel it in Transactions until we send it to the bank.',
        ],
      },
      {
        id: 'pending',
        question: 'Why is my transaction pending?',
        paragraphs: [
          'It is waiting for a bank, or for the recipient to claim the money. Open the transaction to see the next step and the deadline.',
        ],
      },
      {
        id: 'exchange',
        question: 'How do I exchange dollars for euros or pounds?',
        paragraphs: [
          'On the Dashboard, press Exchange on a wallet. You pay the mid-market rate plus a fee of 0.5%. We hold the rate while you decide.',
          'The Currency Converter only calculates. It moves no money.',
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
          'Open Buy Crypto, choose a coin and enter an amount in dollars or in coins. We hold the price while you decide. You can pay from your US Dollar, Euro or British Pound balance, with a card or from a bank account.',
        ],
      },
      {
        id: 'sell',
        question: 'How do I sell coins?',
        paragraphs: [
          'Open Sell Crypto, choose one of your coins and enter an amount, or press Use Max. You get the money immediately in the wallet you choose.',
          'If the remaining amount is too small to sell, we sell it, too.',
        ],
      },
      {
        id: 'gains',
        question: 'How are my gains calculated?',
        paragraphs: [
          'We use average cost, fees included: every unit of a coin has the same cost. Your gain on a sale is what you got minus the cost of the units sold.',
        ],
      },
      {
        id: 'paused',
        question: 'Why is trading paused?',
        paragraphs: [
          'Florin trades only at current prices. If a price is too old or its change is implausible, trading in that coin pauses until a valid price arrives. Your coins are not affected.',
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
          'With a confirmed email address: $1,000 a day and $5,000 a month. With a verified identity: $10,000 a day and $100,000 a month. Sends and withdrawals count together, in US dollars, per UTC day and month.',
        ],
      },
      {
        id: 'plans',
        question: 'What are the plans for?',
        paragraphs: [
          'Your plan sets how much crypto you can buy in a month: $500 with Personal, $10,000 with Pro, unlimited with Business. Change your plan under Profile & Settings. You pay for it from your US Dollar wallet.',
        ],
      },
      {
        id: 'verify',
        question: 'How do I verify my identity?',
        paragraphs: [
          'Open KYC Verification from your profile. You need your address, an identity document and a camera for a selfie. We encrypt your documents with a separate key for you.',
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
          'Under Profile & Settings, press Edit, enter the new name and press Save. If your identity is verified, we check your documents again. Until we approve the new name, your account keeps its verified name and its limits.',
        ],
      },
      {
        id: 'password',
        question: 'I forgot my password.',
        paragraphs: [
          'On the sign-in page, press Forgot password and enter your email address. We email you a link to set a new password. It works once, within 30 minutes. Setting a new password signs out all your devices.',
        ],
      },
      {
        id: 'protect',
        question: 'How do I protect my account?',
        paragraphs: [
          'Turn on Two-Factor Authentication, or add a passkey, under Profile & Settings. Keep the ten recovery codes in a safe place. Each code works once if you lose your phone.',
          'The same page lists your sessions. Sign out any session you don’t recognize, and change your password.',
        ],
      },
      {
        id: 'texts',
        question: 'How do I get text messages?',
        paragraphs: [
          'Under Profile & Settings, enter your phone number, save it, and press Confirm phone. We text a six-digit code; enter it within 10 minutes.',
          'Then turn on SMS Notifications on the same page and choose what we text you about. If the server sends no text messages, the switch says so.',
        ],
      },
      {
        id: 'close',
        question: 'How do I close my account?',
        paragraphs: [
          'First withdraw, send or sell everything you have, and download your data if you want to keep it. Then close the account under Profile & Settings, at the end of Security. We delete your personal data or make it unreadable.',
        ],
      },
      {
        id: 'statement',
        question: 'Where do I get a statement or a receipt?',
        paragraphs: [
          'In Transactions, press Export for a CSV file or a PDF statement of one wallet and month. Open a transaction to download its receipt.',
        ],
      },
    ],
  },
];
