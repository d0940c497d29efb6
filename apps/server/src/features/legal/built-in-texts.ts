import type { LegalDocumentName } from '@florin/contract';

/** What stands here until the operator of a server writes their own (`FLORIN_LEGAL_DIR`). It describes the product. */
export const builtInTexts: Readonly<Record<LegalDocumentName, string>> = {
  terms: `
# Terms of use

This is the text that comes with Florin. The operator of this server can replace it with their own.

## Your account

You need an account to hold money. Use your own name and your own email address, and keep your password to yourself. You are responsible for what is done in your account with your password and your second factor.

You can close your account at any time under Profile & Settings, once your wallets are empty.

## Your money

Money that you add is shown in the wallet of its currency. You can send it, exchange it, buy coins with it and withdraw it, up to the limits that Florin shows you.

Each movement of money is recorded and stays recorded. A payment to a member arrives immediately and cannot be taken back. Money for an address without an account waits for 30 days; until somebody claims it you can cancel it.

## Prices and fees

Sending costs 2% of the amount, buying coins 1.5%, selling coins 1% and exchanging money 0.5%. Fees are rounded up to the cent. Florin shows the fee and the total before you confirm.

The price of a coin can fall as well as rise. Florin gives no advice.

## What is not allowed

Do not use Florin for anything illegal, for somebody else without their permission, or to attack other members or this service. An operator can freeze an account that is used in such a way. A frozen account keeps its money.

## Changes

We tell you by email before these terms change.
`,
  privacy: `
# Privacy notice

This is the text that comes with Florin. The operator of this server can replace it with their own.

## What we keep

We keep your name, your email address, and the phone number and picture that you add. We keep each movement of your money, the people you have paid, and your payment methods. Card numbers are kept by the payment provider and never reach this server.

For the verification of your identity we keep the form, the pictures of your document and your selfie. They are encrypted with a key of your own.

We keep where you are signed in: the kind of browser and its network.

## What we use it for

We use it to run your account, to keep it safe and to meet the law. We do not sell it, and we show you no advertising.

## Who sees it

People you pay or ask for money see your name and the email address that they know. Operators of this server see what they need to help you and to verify your identity, and each look is recorded.

## How long we keep it

We keep it as long as your account is open. When you close it, your personal data is deleted or made unreadable. The books of account stay, without your name.

## Your rights

Under Profile & Settings you can download everything that we keep about you, correct it, and close your account.

## Cookies

Florin uses no cookies. Your browser keeps your session and your settings.
`,
};
