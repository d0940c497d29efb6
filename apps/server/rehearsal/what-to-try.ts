type Places = { readonly florin: string; readonly page: string; readonly bankDir: string };

/** Returns the steps of a rehearsal, in the order of a day. */
export const whatToTry = ({ florin, page, bankDir }: Places): string => `
Florin, live, with a pretended bank. No real money moves; everything is deleted at the end.

  Florin            ${florin}
  Pretended bank    ${page}  (pays in, pays out, shows the mails)
  Bank files        ${bankDir}

 1. Sign up at Florin as a member. Confirm the address: the mail is at the bank's page.
 2. Sign up two more people, in other browser profiles. Give each an authenticator app: Profile, Security.
    Make both operators at the bank's page.
 3. Verify the member: Profile, Identity; an operator decides at ${florin}/operations.
 4. Pay in: Add Funds shows the account and the payment reference. Transfer at the bank's page with the reference and
    the member's name. The money arrives within ten seconds.
 5. Pay in without the reference. An operator assigns the money under Operations, Bank.
 6. Withdraw to a bank account, such as DE89 3704 0044 0532 0130 00. It can be paid after half a minute.
 7. One operator makes a batch under Operations, Payouts. The other approves it. Mark it as given to the bank.
 8. At the bank's page, press Pay all. The withdrawal is settled. Press Send back: the money returns to the member.
    Or press Reject in place of Pay all.
 9. Close the day under Operations, Bank: the bank's balance is the books' balance.

Ctrl-C ends the rehearsal.

`;
