import type { LegalDocumentName } from '@florin/contract';

/**
 * The default legal texts. They describe the product. An operator replaces them through `FLORIN_CONFIG` or
 * `FLORIN_LEGAL_DIR`. These texts have no imprint, because only the operator knows its content.
 */
export const builtInTexts: Readonly<Partial<Record<LegalDocumentName, string>>> = {
  terms: `
# Terms of use

This is the default text of {{brand}}. The operator of this server can replace it.

## Your account

You need an account to hold money. Use your own name and your own email address. Do not share your password. You are responsible for everything that is done with your password and your second factor.

You can close your account at any time under Profile & Settings if your wallets are empty.

## Your money

Money that you add appears in the wallet of its currency. You can send it, exchange it, buy coins with it and withdraw it. {{brand}} shows you the limits.

{{brand}} records every payment, and the record stays. A payment to a member arrives immediately and can’t be reversed. Money for an address without an account waits for 30 days. You can cancel it until the recipient claims it.

## Prices and fees

Sending costs {{send.fee}} of the amount, buying coins {{buy.fee}}, selling coins {{sell.fee}} and exchanging money {{exchange.fee}}. {{brand}} rounds fees up to the cent. {{brand}} shows the fee and the total before you confirm.

The price of a coin can fall or rise. {{brand}} gives no advice.

## What is not allowed

Do not use {{brand}} for anything illegal. Do not act for another person without their permission. Do not attack other members or this service. An operator can freeze an account that breaks these rules. A frozen account keeps its money.

## Changes

We email you before these terms change.
`,
  privacy: `
# Privacy notice

This is the default text of {{brand}}. The operator of this server can replace it.

## What we keep

We keep your name, your email address, and the phone number and picture that you add. We keep a record of every payment, the people you have paid, and your payment methods. The payment provider keeps your card numbers. They never reach this server.

To verify your identity, we keep your form, the pictures of your document and your selfie. We encrypt them with a key that belongs to your account only.

We keep a list of the places where you are signed in: the kind of browser and its network.

## What we use it for

We use your data to run your account, to keep it safe and to comply with the law. We do not sell your data, and we show you no advertising.

## Who sees it

People you pay or request money from see your name and the email address that they know. Operators of this server see what they need to help you and to verify your identity. {{brand}} records every time an operator views your data.

## How long we keep it

We keep your data while your account is open. When you close your account, we delete your personal data or make it unreadable. The accounting records stay, without your name.

## Your rights

Under Profile & Settings you can download everything that we keep about you. You can also correct it and close your account.

## Cookies

{{brand}} uses no cookies. Your browser keeps your session and your settings.
`,
};
